import type { ChangeRequest } from '@adwarden/contract/change-requests/change-requests';
import { Button } from '@mantine/core';
import { IconBan, IconCheck, IconListDetails, IconRepeat, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Role } from '../../../lib/role.ts';
import { DataTable, type ViewMenuOf } from '../../../ui/data-table/data-table.tsx';
import { RowMenu } from '../../../ui/data-table/row-menu.tsx';
import {
  RowSelectionProvider,
  useSelected,
  useSelection,
} from '../../../ui/data-table/row-selection.tsx';
import type { TableQuery } from '../../../ui/data-table/table-state.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.ts';
import { changeRequestsQuery } from './change-requests.api.ts';
import { changeRequestColumns } from './change-requests.columns.tsx';
import { changeRequestsQuestion, changeRequestTableShape } from './change-requests.table-shape.ts';
import { RequestDrawer, type ShownRequest } from './request-drawer.tsx';
import { actionsOf, isDecidable } from './request-rules.ts';
import { actionWord } from './request-words.ts';
import { type Several, SeveralDialog } from './several-dialog.tsx';

const icons = { approve: IconCheck, reject: IconX, apply: IconRepeat, cancel: IconBan } as const;

const empty = {
  open: {
    title: 'No change is scheduled or waits for approval',
    text: 'Schedule a change in the form of an application: the menu beside Save.',
  },
  other: { title: 'No change request of this kind' },
};

const noRows: never[] = [];

/** The tab Change requests of the page Safety: what is applied later, and what can be done with it (ADR 35). */
export function ChangeRequestList({ of: role, viewMenu }: { of: Role; viewMenu: ViewMenuOf }) {
  const client = useQueryClient();
  const queryOf = (query: TableQuery) => changeRequestsQuery(changeRequestsQuestion(query));
  const prefetch = (query: TableQuery) => void client.prefetchQuery(queryOf(query));
  const control = useTableState(changeRequestTableShape, prefetch);
  const result = useQuery(queryOf(control.query));
  const drawer = useDialog<ShownRequest>();
  const several = useDialog<Several>();
  const isAdmin = role === 'admin';

  const rows = result.data?.data ?? noRows;
  const page = useMemo(
    () => ({ ids: rows.filter(isDecidable).map(({ id }) => id), isQueryShown: false }),
    [rows],
  );
  const selection = useSelection(true);
  const ids = useSelected(selection, (state) => state.ids);
  // A request that left the page is not decided about.
  const selected = page.ids.filter((id) => ids.has(id));
  const open = (request: ChangeRequest) => drawer.open({ request });
  const decide = (action: Several['action']) => () => {
    const requests = rows.filter(({ id }) => selected.includes(id));
    several.open({ action, requests });
  };

  return (
    <RowSelectionProvider selection={selection} page={page}>
      <DataTable
        label="Change requests"
        columns={changeRequestColumns[role]}
        rowId={({ id }) => id}
        control={control}
        result={result}
        searchPlaceholder="Search application, person or note..."
        empty={control.state.view === 'open' ? empty.open : empty.other}
        rowActions={(request) => (
          <RowMenu
            label={`Actions for the change of ${request.appName}`}
            actions={[
              {
                label: 'Show the difference',
                Icon: IconListDetails,
                act: () => open(request),
              },
              ...actionsOf(role, request).map((action) => ({
                label: `${actionWord(action, request)}…`,
                Icon: icons[action],
                act: () => drawer.open({ request, chosen: action }),
              })),
            ]}
          />
        )}
        onOpen={open}
        onPrefetch={prefetch}
        viewMenu={viewMenu}
        actions={
          isAdmin && (
            <SelectionButtons
              count={selected.length}
              onApprove={decide('approve')}
              onReject={decide('reject')}
            />
          )
        }
      />
      <RequestDrawer
        opened={drawer.opened}
        visit={drawer.visit}
        shown={drawer.about}
        role={role}
        onClose={drawer.close}
        onShowAll={(appID) => {
          drawer.close();
          control.setOnly({ appID }, 'all');
        }}
      />
      <SeveralDialog
        opened={several.opened}
        visit={several.visit}
        several={several.about}
        onClose={several.close}
      />
    </RowSelectionProvider>
  );
}

type ButtonsProps = { count: number; onApprove: () => void; onReject: () => void };

/** What can be done with the selected requests. */
function SelectionButtons({ count, onApprove, onReject }: ButtonsProps) {
  const marked = count > 0 ? ` (${count})` : '';
  return (
    <>
      <Button
        variant="default"
        disabled={count === 0}
        leftSection={<IconX size={16} />}
        onClick={onReject}
      >
        Reject{marked}…
      </Button>
      <Button disabled={count === 0} leftSection={<IconCheck size={16} />} onClick={onApprove}>
        Approve{marked}…
      </Button>
    </>
  );
}
