import { limits } from '@adwarden/contract/limits';
import type { OpenSession } from '@adwarden/contract/open-sessions';
import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { toastSuccess } from '../../lib/toasts.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { RowMenu } from '../../ui/data-table/row-menu.tsx';
import type { TableShape } from '../../ui/data-table/table-state.ts';
import { useRowDeletion } from '../../ui/data-table/use-row-deletion.tsx';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { openSessionsQuery, useEndOtherSessions, useEndSession } from './open-sessions.api.ts';
import { deviceName, openSessionColumns } from './open-sessions.columns.tsx';

/** The only order is that of the server: this session first, then the one that was used last. */
const shape: TableShape = {
  storageKey: 'open-sessions',
  sorts: [],
  defaultSort: 'lastUsedAt',
  filters: [],
};

/** Lists where somebody is signed in: the person at the page, or with `account` somebody else (ADR 135). */
export function OpenSessionList({ account }: { account?: string | undefined }) {
  const control = useTableState(shape);
  const { page, pageSize } = control.state;
  const result = useQuery(openSessionsQuery(account));
  const all = result.data?.data ?? [];
  const rows = all.slice(page * pageSize, (page + 1) * pageSize);
  const shown = { ...result, data: result.data && { data: rows, total: all.length } };
  const { mutate: endOthers, isPending } = useEndOtherSessions();
  const end = useRowDeletion<OpenSession>({
    rowId: ({ id }) => id,
    deletion: useEndSession(),
    effectOf: (session) =>
      `The tabs of ${deviceName(session)} have to sign in again. What is not saved there is lost.`,
    onDeleted: (_, message) => toastSuccess(message),
  });
  const isOwn = account === undefined;
  const hasOthers = isOwn && all.length > 1;
  return (
    <>
      <DataTable
        label="Sessions"
        columns={openSessionColumns}
        rowId={({ id }) => id}
        control={control}
        result={shown}
        empty={{
          title: 'Not signed in anywhere',
          text: `Each sign-in is a session, of at most ${limits.sessions}. Tabs of one browser share it.`,
        }}
        rowActions={(session) =>
          !session.isThis && (
            <RowMenu
              label={`Actions for ${deviceName(session)}`}
              actions={[
                {
                  label: 'End…',
                  Icon: IconLogout,
                  danger: true,
                  act: () => end.askToDelete(session),
                },
              ]}
            />
          )
        }
        {...(hasOthers && {
          primary: (
            <Button
              variant="default"
              leftSection={<IconLogout size={16} />}
              aria-label="End all others"
              loading={isPending}
              onClick={() =>
                endOthers(undefined, { onSuccess: ({ message }) => toastSuccess(message) })
              }
            >
              End all others
            </Button>
          ),
        })}
      />
      {end.modal}
    </>
  );
}
