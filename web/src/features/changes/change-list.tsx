import type { Change } from '@adwarden/contract/changes';
import { ActionIcon } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { TableQuery } from '../../ui/data-table/table-state.ts';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { ChangeDrawer } from './change-drawer.tsx';
import { thingName } from './change-words.ts';
import { changesQuery } from './changes.api.ts';
import { changeColumns } from './changes.columns.tsx';
import { changesQuestion, changeTableShape } from './changes.table-shape.ts';

/** The log of all changes, newest first, with each entry's difference (ADR 21). */
export function ChangeList() {
  const client = useQueryClient();
  const prefetch = (query: TableQuery) =>
    void client.prefetchQuery(changesQuery(changesQuestion(query)));
  const control = useTableState(changeTableShape, prefetch);
  const result = useQuery(changesQuery(changesQuestion(control.query)));
  const [shown, setShown] = useState<{ opened: boolean; change: Change | null }>({
    opened: false,
    change: null,
  });
  const open = (change: Change) => setShown({ opened: true, change });
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
        rowActions={(change) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            data-hint="Show the difference"
            aria-label={`Show the difference of ${thingName(change)}, entry ${change.seq}`}
            onClick={() => open(change)}
          >
            <IconChevronRight size={17} />
          </ActionIcon>
        )}
        onOpen={open}
        onPrefetch={prefetch}
        storageKey="changes"
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
