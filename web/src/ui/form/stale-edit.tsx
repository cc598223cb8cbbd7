import { Radio, Table, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import { formatDateTime } from '../../lib/dates.ts';
import classes from './stale-edit.module.css';

/** One field in which the form differs from what is saved. */
export type StaleField = {
  field: string;
  label: string;
  theirs: string;
  /** Null: the field was not changed in this form, so theirs is kept whatever the user chooses. */
  mine: string | null;
  /** Whether both changed it after the form was opened. */
  clash: boolean;
};

/** The side whose value of a field is saved: the user's own (`mine`), or somebody else's (`theirs`). */
export type Side = 'mine' | 'theirs';

type Stale = {
  changedBy: string;
  changedAt: string;
  /** The number of times the person was asked. */
  asked: number;
  differences: readonly StaleField[];
  /** The person's choices for the fields that both have changed. */
  choices: Readonly<Record<string, Side>>;
  choose: (field: string, side: Side) => void;
};

type Props = {
  /** The word for what is edited, such as 'application'. */
  thing: string;
  stale: Stale;
};

function Value({ children }: { children: string }) {
  return children === '' ? <span className={classes.empty}>empty</span> : <bdi>{children}</bdi>;
}

/**
 * Asks above the fields when somebody else saved the same field first: it shows who and when, and for each such field a choice
 * between the two values. The form's own Save saves the choices. The panel takes the focus, because nothing was saved.
 */
export function StaleEdit({ thing, stale }: Props) {
  const { changedBy, changedAt, differences } = stale;
  const panel = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each refusal, even one with the same words
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    // The panel is at the top of the element that scrolls; scrollIntoView would also scroll the elements around that.
    panel.current?.parentElement?.scrollTo({ top: 0 });
  }, [stale.asked]);
  const isClash = differences.some(({ clash }) => clash);

  return (
    <section ref={panel} className={classes.panel} role="alert" tabIndex={-1}>
      <h3 className={classes.title}>
        <IconAlertTriangle size={18} aria-hidden="true" />
        <span>
          <bdi>{changedBy || 'Somebody'}</bdi> changed this {thing} on {formatDateTime(changedAt)}
        </span>
      </h3>
      <Text>
        {isClash
          ? 'Nothing of yours is saved yet. Choose for each field that both of you have changed, then save.'
          : 'Nothing of yours is saved yet. Save keeps what both of you have changed.'}
      </Text>
      {differences.length > 0 && (
        <div className={classes.frame}>
          <Table verticalSpacing={6} className={classes.table}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Field</Table.Th>
                <Table.Th>Saved now</Table.Th>
                <Table.Th>Yours</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {differences.map((difference) => (
                <Row key={difference.field} difference={difference} stale={stale} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </section>
  );
}

type RowProps = { difference: StaleField; stale: Pick<Stale, 'choices' | 'choose'> };

/** A field with both values: as radio buttons if both have changed it. */
function Row({ difference: { field, label, theirs, mine, clash }, stale }: RowProps) {
  const name = useId();
  const choice = (side: Side, value: string) =>
    clash ? (
      <Radio
        name={name}
        size="sm"
        label={<Value>{value}</Value>}
        aria-label={`${label}: ${side === 'mine' ? 'yours' : 'theirs'}`}
        checked={stale.choices[field] === side}
        onChange={() => stale.choose(field, side)}
      />
    ) : (
      <Value>{value}</Value>
    );
  return (
    <Table.Tr>
      <Table.Th scope="row">
        {label}
        {clash && <span className={classes.clash}>both changed it</span>}
      </Table.Th>
      <Table.Td data-label="Saved now">{choice('theirs', theirs)}</Table.Td>
      <Table.Td data-label="Yours">
        {mine === null ? (
          <span className={classes.empty}>left alone: theirs stays</span>
        ) : (
          choice('mine', mine)
        )}
      </Table.Td>
    </Table.Tr>
  );
}
