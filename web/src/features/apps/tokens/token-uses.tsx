import type { TokenUses } from '@adwarden/contract/traffic/tokens';
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { formatDate, formatDayAndMonth } from '../../../lib/dates.ts';
import { countryName } from '../../../lib/words/country-name.ts';
import classes from './token-uses.module.css';
import { allDays, inFull, noUses, type TokenDay, usesByCountry } from './token-words.ts';

type Props = {
  uses: TokenUses;
  /** The requests of the busiest day of all tokens: the height of the bars. */
  most: number;
  /** Since when an edge has sent no counts; null when none is silent. */
  missingSince: string | null;
};

/** On which days and in which countries phones asked with a token. */
export function TokenUsesPart({ uses, most, missingSince }: Props) {
  const [isOpen, setOpen] = useState(false);
  const tables = useId();
  if (uses.requests === 0) return <p className={classes.none}>{noUses(uses, missingSince)}</p>;
  const days = allDays(uses);
  return (
    <div className={classes.uses}>
      <DayBars days={days} most={most} />
      <div className={classes.countries}>
        <p>{usesByCountry(uses.countries) || 'No country is known'}</p>
        <Button
          variant="subtle"
          size="compact-xs"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={tables}
          aria-label={`Each day and country of the token that ends with ${uses.token}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide days and countries' : 'Each day and country'}
        </Button>
      </div>
      <div id={tables} hidden={!isOpen} className={classes.tables}>
        {isOpen && (
          <>
            <Counts title="Day (UTC)" rows={days.map(dayRow).reverse()} />
            <Counts title="Country" rows={uses.countries.map(countryRow)} />
            <p className={classes.none}>A country is looked up only where ads depend on it.</p>
          </>
        )}
      </div>
    </div>
  );
}

/** A bar for each day. Only a picture: the table has the same figures. */
function DayBars({ days, most }: { days: readonly TokenDay[]; most: number }) {
  return (
    <div aria-hidden="true">
      <div className={classes.bars}>
        {days.map(({ day, requests }) => (
          <span
            key={day}
            className={classes.day}
            data-hint={`${formatDate(day)}: ${requests === null ? 'not counted' : inFull(requests)}`}
          >
            {requests !== null && (
              <span
                className={classes.bar}
                data-none={requests === 0 || undefined}
                style={{ height: `${(requests / most) * 100}%` }}
              />
            )}
          </span>
        ))}
      </div>
      <div className={classes.axis}>
        <span>{formatDayAndMonth(days[0]?.day ?? '')}</span>
        <span>{formatDayAndMonth(days.at(-1)?.day ?? '')}</span>
      </div>
    </div>
  );
}

type Row = { name: string; count: string };

const dayRow = ({ day, requests }: TokenDay): Row => ({
  name: formatDate(day),
  count: requests === null ? 'Not counted' : inFull(requests),
});

const countryRow = ({ country, requests }: TokenUses['countries'][number]): Row => ({
  name: countryName(country) || 'Not known',
  count: inFull(requests),
});

function Counts({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <table className={classes.counts}>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">Requests</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, count }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
