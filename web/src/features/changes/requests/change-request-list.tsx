import type { ChangeRequest } from '@adwarden/contract/change-requests/change-requests';
import { Button } from '@mantine/core';
import { IconBan, IconCheck, IconListDetails, IconRepeat, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useShownInAddress } from '../../../lib/address/use-shown-in-address.ts';
import type { Role } from '../../../lib/role.ts';
import { may } from '../../../people/may.ts';
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
import classes from './change-request-list.module.css';
import { changeRequestsQuery } from './change-requests.api.ts';
import { changeRequestColumns } from './change-requests.columns.tsx';
import { changeRequestsQuestion, changeRequestTableShape } from './change-requests.table-shape.ts';
import { useRequestEffects } from './request-check.tsx';
import { RequestDrawer } from './request-drawer.tsx';
import { actionsOf, isDecidable, type RequestAction } from './request-rules.ts';
import { actionWord } from './request-words.ts';
import { type Several, SeveralDialog } from './several-dialog.tsx';
import { useDecide } from './use-decide.ts';

const icons = { approve: IconCheck, reject: IconX, apply: IconRepeat, cancel: IconBan } as const;

const empty = {
  open: {
    title: 'No change is scheduled or waits for approval',
    text: 'Schedule a change in the form of an application: the menu beside Save.',
  },
  other: { title: 'No change request of this kind' },
};

const noRows: never[] = [];

/** The tab Change requests of the page Safety: lists the changes that are applied later, with their actions (ADR 35). */
export function ChangeRequestList({ of: role, viewMenu }: { of: Role; viewMenu: ViewMenuOf }) {
  const client = useQueryClient();
  const queryOf = (query: TableQuery) => changeRequestsQuery(changeRequestsQuestion(query));
  const prefetch = (query: TableQuery) => void client.prefetchQuery(queryOf(query));
  const control = useTableState(changeRequestTableShape, prefetch);
  const result = useQuery(queryOf(control.query));
  const navigate = useNavigate();
  const drawer = useShownInAddress('request');
  /** The action that was chosen for the request in the drawer. */
  const [chosen, setChosen] = useState<RequestAction>();
  const several = useDialog<Several>();
  const decides = may(role, 'decide-changes');

  const rows = result.data?.data ?? noRows;
  const page = useMemo(
    () => ({ ids: rows.filter(isDecidable).map(({ id }) => id), isQueryShown: false }),
    [rows],
  );
  const selection = useSelection(true);
  const ids = useSelected(selection, (state) => state.ids);
  // A selected request that has left the page takes no part in a decision.
  const selected = page.ids.filter((id) => ids.has(id));
  const open = ({ id }: ChangeRequest, action?: RequestAction) => {
    setChosen(action);
    drawer.open(id);
  };
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
          <span className={classes.actions}>
            {decides && isDecidable(request) && (
              <ApproveButton request={request} onAsk={() => open(request, 'approve')} />
            )}
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
                  act: () => open(request, action),
                })),
              ]}
            />
          </span>
        )}
        onOpen={(request) => open(request)}
        onPrefetch={prefetch}
        viewMenu={viewMenu}
        actions={
          decides && (
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
        requestID={drawer.shown}
        known={rows.find(({ id }) => id === drawer.shown)}
        chosen={chosen}
        role={role}
        onClose={drawer.close}
        // One navigation does both, and closes the drawer, too: the second of two changes of an address would undo the first.
        onShowAll={(appID) => void navigate({ search: `?appID=${appID}&state=all` })}
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

type ApproveProps = { request: ChangeRequest; onAsk: () => void };

/** Approves a request in its row. If it would do something grave, it calls `onAsk` instead, which shows that first. */
function ApproveButton({ request, onAsk }: ApproveProps) {
  const { decide, isPending } = useDecide();
  const { mayApply } = useRequestEffects([request], false);
  async function approve(): Promise<void> {
    if (!(await mayApply())) return onAsk();
    const now = await decide({ action: 'approve', id: request.id });
    if (now !== 'done' && now) onAsk();
  }
  return (
    <Button
      variant="light"
      size="compact-sm"
      loading={isPending}
      aria-label={`Approve the change of ${request.appName} by ${request.author.name}`}
      onClick={() => void approve()}
    >
      Approve
    </Button>
  );
}

type ButtonsProps = { count: number; onApprove: () => void; onReject: () => void };

/** The buttons for the selected requests. */
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
