import type { Change } from '@adwarden/contract/changes/changes';
import { thingName } from '@adwarden/contract/changes/words';
import { limits } from '@adwarden/contract/limits';
import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAskedToEdit } from '../../lib/address/use-asked-to-edit.ts';
import { DataTable, type ViewMenuOf } from '../../ui/data-table/data-table.tsx';
import type { TableQuery } from '../../ui/data-table/table-state.ts';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { BatchEntries } from './batch-entries.tsx';
import { ChangeDrawer } from './change-drawer.tsx';
import classes from './change-list.module.css';
import { changesQuery } from './changes.api.ts';
import { changeColumns } from './changes.columns.tsx';
import { changesQuestion, changeTableShape } from './changes.table-shape.ts';

/** Whether an entry is the start of a batch, whose entries can be shown below it. */
const isBatch = ({ entity, action }: Change): boolean => entity === 'batch' && action === 'create';

/** The log of all changes, newest first, with each entry's difference (ADR 21). */
export function ChangeList({ viewMenu }: { viewMenu: ViewMenuOf }) {
  const client = useQueryClient();
  const prefetch = (query: TableQuery) =>
    void client.prefetchQuery(changesQuery(changesQuestion(query)));
  const control = useTableState(changeTableShape, prefetch);
  const result = useQuery(changesQuery(changesQuestion(control.query)));
  const [shown, setShown] = useState<{ opened: boolean; change: Change | null }>({
    opened: false,
    change: null,
  });
  const open = useCallback((change: Change) => setShown({ opened: true, change }), []);
  /** The batches whose entries show, by id. */
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const fold = (batchID: string) =>
    setUnfolded((before) => {
      const next = new Set(before);
      if (!next.delete(batchID)) next.add(batchID);
      return next;
    });
  const details = useCallback(
    (change: Change) =>
      isBatch(change) &&
      unfolded.has(change.key) && <BatchEntries batchID={change.key} onOpen={open} />,
    [unfolded, open],
  );
  // A link to an entry filters by its thing and its day. These may have more entries than a page.
  const [params] = useSearchParams();
  const longPage = { ...changesQuestion(control.query), pageSize: limits.maxPageSize };
  const asked = useQuery({ ...changesQuery(longPage), enabled: params.has('entry') });
  useAskedToEdit(asked, ({ seq }) => String(seq), open, 'entry');
  const close = () => setShown((before) => ({ ...before, opened: false }));

  return (
    <>
      <DataTable
        label="Changes"
        columns={changeColumns}
        rowId={({ seq }) => String(seq)}
        control={control}
        result={result}
        searchPlaceholder="Search person, application or value..."
        empty={{
          title: 'No changes yet',
          text: 'Whatever is created, changed or deleted is written down here.',
        }}
        rowDetails={details}
        rowActions={(change) => (
          <span className={classes.actions}>
            {isBatch(change) && (
              <ActionIcon
                variant="subtle"
                color="gray"
                data-hint="Show its entries"
                aria-label={`Show the entries of ${thingName(change)}, entry ${change.seq}`}
                aria-expanded={unfolded.has(change.key)}
                onClick={() => fold(change.key)}
              >
                <IconChevronDown size={17} />
              </ActionIcon>
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              data-hint="Show the difference"
              aria-label={`Show the difference of ${thingName(change)}, entry ${change.seq}`}
              onClick={() => open(change)}
            >
              <IconChevronRight size={17} />
            </ActionIcon>
          </span>
        )}
        onOpen={(change) => (isBatch(change) ? fold(change.key) : open(change))}
        onPrefetch={prefetch}
        viewMenu={viewMenu}
      />
      <ChangeDrawer
        {...shown}
        onClose={close}
        onShowAll={({ entity, key }) => {
          close();
          control.setOnly({ entity, key });
        }}
      />
    </>
  );
}
