import { requestsOf, type Traffic } from '@adwarden/contract/traffic/traffic';
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { countryName } from '../../lib/words/country-name.ts';
import { Panel } from '../../ui/panel.tsx';
import { ShowAllButton } from './show-all-button.tsx';
import panels from './traffic-panels.module.css';
import classes from './traffic-table.module.css';
import { inFull, share } from './traffic-words.ts';

const atFirst = 8;

type Props = { traffic: Traffic; onCountry: (country: string) => void };

/** The requests by country, which is known where IP rules looked at it. A click on a country shows only its requests. */
export function TrafficCountries({ traffic: { countries }, onCountry }: Props) {
  const [all, setAll] = useState(false);
  const asked = countries
    .map((counts) => ({ ...counts, requests: requestsOf(counts) }))
    .filter(({ requests }) => requests > 0);
  const requests = asked.reduce((sum, one) => sum + one.requests, 0);
  const shown = all ? asked : asked.slice(0, atFirst);
  const isKnown = asked.some(({ country }) => country !== '');
  return (
    <Panel title="Countries">
      {!isKnown ? (
        <p className={panels.none}>
          Looked up only where ads depend on it. There is no such request in this time.
        </p>
      ) : (
        <div className={panels.wide}>
          <table className={classes.table} aria-label="Countries">
            <thead>
              <tr>
                <th scope="col">Country</th>
                <th scope="col" data-align="end">
                  Requests
                </th>
                <th scope="col" data-align="end">
                  Ads on
                </th>
                <th scope="col" data-align="end">
                  Share
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ country, on, requests: its }) => (
                <tr key={country}>
                  <th scope="row">
                    {country === '' ? (
                      <span className={panels.none}>Not known</span>
                    ) : (
                      <UnstyledButton
                        className={panels.name}
                        data-hint={`Show only requests from ${countryName(country)}`}
                        onClick={() => onCountry(country)}
                      >
                        {countryName(country)}
                      </UnstyledButton>
                    )}
                  </th>
                  <td data-align="end">{inFull(its)}</td>
                  <td data-align="end">{share(on, its)}</td>
                  <td data-align="end" className={classes.share}>
                    <span className={classes.shareLine}>
                      <span className={classes.track} aria-hidden="true">
                        <span
                          className={classes.bar}
                          style={{ width: `${(its / requests) * 100}%` }}
                        />
                      </span>
                      {share(its, requests)}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {asked.length > shown.length && (
        <ShowAllButton count={asked.length} onClick={() => setAll(true)} />
      )}
    </Panel>
  );
}
