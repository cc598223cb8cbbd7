import type { Admin } from '@adwarden/contract/admins/admins';
import type { Invitation } from '@adwarden/contract/invitations/invitations';
import { Button } from '@mantine/core';
import {
  IconDevices,
  IconMailForward,
  IconPencil,
  IconTrash,
  IconUserCheck,
  IconUserOff,
  IconUserPlus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { actions as words } from '../../lib/actions.ts';
import { sessionsOfPath } from '../../lib/paths.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { mayWrite } from '../../people/may.ts';
import type { Action } from '../../ui/action-items.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { RowMenu } from '../../ui/data-table/row-menu.tsx';
import type { TableShape } from '../../ui/data-table/table-state.ts';
import { useRowDeletion } from '../../ui/data-table/use-row-deletion.tsx';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { toastUndo } from '../../ui/feedback/action-toast.tsx';
import { AdminFormModal } from './admin-form-modal.tsx';
import { adminsQuery, useInviteAgain, useRemoveAdmin, useUpdateAdmin } from './admins.api.ts';
import { adminColumns } from './admins.columns.tsx';
import { type MadePassword, PasswordDialog } from './password-dialog.tsx';
import { isExpected } from './waits-for.ts';

/** The server's order is the only one: the first administrator comes first. */
const shape: TableShape = {
  storageKey: 'admins',
  sorts: [],
  defaultSort: 'createdAt',
  filters: [],
};

type Props = {
  /** The administrator who is signed in. */
  ownId: string;
  /** Shows a link that was made just now. */
  onInvited: (admin: Admin, made: Invitation) => void;
  /** Asks before it makes a newer link, and shows that. */
  onInvite: (admin: Admin, make: () => Promise<{ invitation?: Invitation | undefined }>) => void;
  /** Asks to remove the second factors of an administrator. */
  onLostFactor: (admin: Admin) => void;
  /** Asks to take single sign-on away from an administrator. */
  onUnlink: (admin: Admin) => void;
};

/** Lists the administrators, with the actions for each (ADR 121). */
export function AdminList({ ownId, onInvited, onInvite, onLostFactor, onUnlink }: Props) {
  const navigate = useNavigate();
  const control = useTableState(shape);
  const { page, pageSize } = control.query;
  const result = useQuery(adminsQuery({ page, pageSize }));
  const columns = useMemo(() => adminColumns(ownId), [ownId]);
  const form = useDialog<Admin | null>();
  const password = useDialog<MadePassword>();
  const { mutate: update, isPending: isChanging } = useUpdateAdmin();
  const { mutateAsync: inviteAgain } = useInviteAgain();
  const removal = useRowDeletion<Admin>({
    rowId: ({ id }) => id,
    deletion: useRemoveAdmin(),
    effectOf: ({ fullName }) =>
      `${fullName} is signed out at once, and links that this administrator has made end.`,
    onDeleted: (_, message) => toastSuccess(message),
  });
  function enable(admin: Admin, enabled: boolean): void {
    if (isChanging) return;
    update(
      { id: admin.id, changes: { enabled } },
      {
        onSuccess: () =>
          enabled
            ? toastSuccess(`${admin.fullName} enabled`)
            : toastUndo(`${admin.fullName} disabled and signed out`, () => {
                update({ id: admin.id, changes: { enabled: true } });
              }),
      },
    );
  }
  const writes = mayWrite();
  const add = writes && (
    <Button
      aria-label="Add administrator"
      leftSection={<IconUserPlus size={16} />}
      onClick={() => form.open(null)}
    >
      Add administrator
    </Button>
  );
  /** Returns the actions for other administrators. */
  const onOthers = (admin: Admin): Action[] => [
    {
      label: 'Sessions',
      Icon: IconDevices,
      act: () => void navigate(sessionsOfPath(admin.id), { state: { name: admin.fullName } }),
    },
    { ...words.removeFactors, act: () => onLostFactor(admin) },
    admin.state === 'off'
      ? { label: 'Enable', Icon: IconUserCheck, act: () => enable(admin, true) }
      : { label: 'Disable', Icon: IconUserOff, act: () => enable(admin, false) },
    { label: 'Remove…', Icon: IconTrash, danger: true, act: () => removal.askToDelete(admin) },
  ];
  const actionsOf = (admin: Admin): Action[] => {
    const actions: Action[] = [{ label: 'Edit…', Icon: IconPencil, act: () => form.open(admin) }];
    if (isExpected(admin)) {
      const act = () => onInvite(admin, () => inviteAgain(admin));
      actions.push({ label: 'Invite again…', Icon: IconMailForward, act });
    }
    if (admin.singleSignOn) actions.push({ ...words.unlink, act: () => onUnlink(admin) });
    return admin.id === ownId ? actions : [...actions, ...onOthers(admin)];
  };
  return (
    <>
      <DataTable
        label="Administrators"
        columns={columns}
        rowId={({ id }) => id}
        control={control}
        result={result}
        empty={{ title: 'No administrators', text: 'There is always one.', action: add }}
        {...(writes && {
          rowActions: (admin: Admin) => (
            <RowMenu label={`Actions for ${admin.fullName}`} actions={actionsOf(admin)} />
          ),
          onOpen: form.open,
          primary: add,
        })}
      />
      <AdminFormModal
        key={form.visit}
        opened={form.opened}
        admin={form.about}
        isOwn={form.about?.id === ownId}
        onClose={form.close}
        onInvited={onInvited}
        onPassword={(admin, made) => password.open({ admin, password: made })}
      />
      <PasswordDialog opened={password.opened} about={password.about} onClose={password.close} />
      {removal.modal}
    </>
  );
}
