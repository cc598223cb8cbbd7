import type { User } from '@adwarden/contract/users';
import { IconDevices, IconMailForward, IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { actions } from '../../lib/actions.ts';
import { sessionsOfPath } from '../../lib/paths.ts';
import { RowMenu } from '../../ui/data-table/row-menu.tsx';

type Act = (user: User) => void;
type Props = {
  user: User;
  onEdit: Act;
  onInvite: Act;
  onLostFactor: Act;
  onUnlink: Act;
  onPause: Act;
  onDelete: Act;
};

/** The action menu of a row: Edit and Delete (spec, section 2 "Admin user list"), an invitation, help for a lost second factor, the end of single sign-on, and a pause of all apps. */
export function UserRowMenu({
  user,
  onEdit,
  onInvite,
  onLostFactor,
  onUnlink,
  onPause,
  onDelete,
}: Props) {
  const navigate = useNavigate();
  const seeSessions = () =>
    void navigate(sessionsOfPath(user.id), { state: { name: user.fullName } });
  return (
    <RowMenu
      label={`Actions for ${user.fullName}`}
      actions={[
        { label: 'Edit', Icon: IconPencil, act: () => onEdit(user) },
        { label: 'Invite…', Icon: IconMailForward, act: () => onInvite(user) },
        { label: 'Sessions', Icon: IconDevices, act: seeSessions },
        { ...actions.removeFactors, act: () => onLostFactor(user) },
        ...(user.singleSignOn ? [{ ...actions.unlink, act: () => onUnlink(user) }] : []),
        { ...actions.pauseOwner, act: () => onPause(user) },
        { label: 'Delete', Icon: IconTrash, act: () => onDelete(user), danger: true },
      ]}
    />
  );
}
