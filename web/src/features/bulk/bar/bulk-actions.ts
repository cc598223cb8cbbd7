import {
  type Icon,
  IconDownload,
  IconFlag,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconReplace,
  IconTrash,
  IconUser,
} from '@tabler/icons-react';
import type { Role } from '../../../lib/role.ts';

/** What can be done with selected applications. */
export type BulkAction =
  | 'fields'
  | 'ad-units'
  | 'countries'
  | 'owner'
  | 'pause'
  | 'tokens'
  | 'export'
  | 'delete';

/** The actions in their order, with their buttons. Those of administrators only are marked; the server has the same rules. */
export const bulkActions: readonly {
  id: BulkAction;
  label: string;
  Icon: Icon;
  adminOnly?: true;
  danger?: true;
}[] = [
  { id: 'fields', label: 'Edit fields', Icon: IconPencil },
  { id: 'ad-units', label: 'Replace in ad units', Icon: IconReplace },
  { id: 'countries', label: 'Countries', Icon: IconFlag, adminOnly: true },
  { id: 'owner', label: 'Owner', Icon: IconUser, adminOnly: true },
  { id: 'pause', label: 'Pause', Icon: IconPlayerPause },
  { id: 'tokens', label: 'New tokens', Icon: IconKey },
  { id: 'export', label: 'Export', Icon: IconDownload },
  { id: 'delete', label: 'Delete', Icon: IconTrash, adminOnly: true, danger: true },
];

/** The actions that a role may do. */
export const actionsOf = (role: Role) =>
  bulkActions.filter(({ adminOnly }) => role === 'admin' || !adminOnly);
