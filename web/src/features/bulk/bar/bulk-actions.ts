import type { Ability } from '@adwarden/contract/people/abilities';
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
import { may } from '../../../people/may.ts';

/** The actions for selected applications. */
export type BulkAction =
  | 'fields'
  | 'ad-units'
  | 'countries'
  | 'owner'
  | 'pause'
  | 'tokens'
  | 'export'
  | 'delete';

/** The actions in their order, with their buttons. `needs`: only for people with this ability, as on the server. */
const bulkActions: readonly {
  id: BulkAction;
  label: string;
  Icon: Icon;
  needs?: Ability;
  danger?: true;
}[] = [
  { id: 'fields', label: 'Edit fields', Icon: IconPencil, needs: 'write' },
  { id: 'ad-units', label: 'Replace in ad units', Icon: IconReplace, needs: 'write' },
  { id: 'countries', label: 'Countries', Icon: IconFlag, needs: 'set-ip-rules' },
  { id: 'owner', label: 'Owner', Icon: IconUser, needs: 'set-owner' },
  { id: 'pause', label: 'Pause', Icon: IconPlayerPause, needs: 'write' },
  { id: 'tokens', label: 'New tokens', Icon: IconKey, needs: 'write' },
  { id: 'export', label: 'Export', Icon: IconDownload },
  { id: 'delete', label: 'Delete', Icon: IconTrash, needs: 'delete-apps', danger: true },
];

/** Returns the actions that a role may do. */
export const actionsOf = (role: Role) =>
  bulkActions.filter(({ needs }) => !needs || may(role, needs));
