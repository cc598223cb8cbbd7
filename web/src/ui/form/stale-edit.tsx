import { Button, Group, Table, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
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

type Props = {
  /** The word for what is edited, such as 'application'. */
  thing: string;
  stale: { changedBy: string; changedAt: string };
  differences: StaleField[];
  saving: boolean;
  onLoadTheirs: () => void;
  onSaveMine: () => void;
};

function Value({ children }: { children: string }) {
  return children === '' ? <span className={classes.empty}>empty</span> : <bdi>{children}</bdi>;
}

/**
 * Shown above the fields when somebody else saved first: who and when, the fields that differ, and the choice between
 * the two versions. It takes the focus, because nothing was saved.
 */
export function StaleEdit(props: Props) {
  const { thing, stale, differences, saving, onLoadTheirs, onSaveMine } = props;
  const panel = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each refusal, even one with the same words
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    // It is at the top of the element that scrolls; scrollIntoView would also scroll the elements around that.
    panel.current?.parentElement?.scrollTo({ top: 0 });
  }, [stale]);

  return (
    <section ref={panel} className={classes.panel} role="alert" tabIndex={-1}>
      <h3 className={classes.title}>
        <IconAlertTriangle size={18} aria-hidden="true" />
        <span>
          <bdi>{stale.changedBy || 'Somebody'}</bdi> changed this {thing} on{' '}
          {formatDateTime(stale.changedAt)}
        </span>
      </h3>
      <Text>
        {differences.length > 0
          ? 'Nothing of yours is saved yet. These fields differ:'
          : 'Nothing of yours is saved yet, but your form says the same as what is saved now.'}
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
              {differences.map(({ field, label, theirs, mine, clash }) => (
                <Table.Tr key={field}>
                  <Table.Th scope="row">
                    {label}
                    {clash && <span className={classes.clash}>both changed it</span>}
                  </Table.Th>
                  <Table.Td data-label="Saved now">
                    <Value>{theirs}</Value>
                  </Table.Td>
                  <Table.Td data-label="Yours">
                    {mine === null ? (
                      <span className={classes.empty}>left alone: theirs stays</span>
                    ) : (
                      <Value>{mine}</Value>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      <Group gap="sm">
        <Button variant="default" size="sm" disabled={saving} onClick={onLoadTheirs}>
          Load theirs
        </Button>
        <Button variant="default" size="sm" loading={saving} onClick={onSaveMine}>
          Save mine over it
        </Button>
      </Group>
    </section>
  );
}
