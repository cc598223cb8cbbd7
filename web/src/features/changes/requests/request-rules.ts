import { type ChangeRequest, openStates } from '@adwarden/contract/change-requests/change-requests';
import { can } from '@adwarden/contract/people/abilities';
import type { Role } from '../../../lib/role.ts';
import { may } from '../../../people/may.ts';

export type RequestAction = 'approve' | 'reject' | 'apply' | 'cancel';

/** Tells whether the request may still be applied. */
export const isOpen = ({ state }: Pick<ChangeRequest, 'state'>): boolean =>
  (openStates as readonly string[]).includes(state);

/** Tells whether an administrator can approve or reject it, also together with others. */
export const isDecidable = ({ state }: Pick<ChangeRequest, 'state'>): boolean =>
  state === 'in-review';

/** Tells whether the owner who looks at it made it. Owners get no ids of other owners. */
const isOwn = ({ author }: Pick<ChangeRequest, 'author'>) =>
  can(author, 'own-apps') && author.id !== '';

/**
 * Returns what the person may do with a request now, the usual action first. The server has the same rules; it would also
 * let an administrator cancel a request in review, but here the administrator rejects it instead, with a reason.
 */
export function actionsOf(
  role: Role,
  request: Pick<ChangeRequest, 'state' | 'approval' | 'author'>,
): RequestAction[] {
  const { state, approval } = request;
  const decides = may(role, 'decide-changes');
  if (!isOpen(request) || !(decides || isOwn(request))) return [];
  if (state === 'in-review') return decides ? ['approve', 'reject'] : ['cancel'];
  // An owner whose changes need approval cannot decide to apply one after all.
  if (state === 'conflict' && (decides || !approval)) return ['apply', 'cancel'];
  return ['cancel'];
}

/** Returns the requests in the order in which they matter: first those that need a decision, then those that are due first. */
export function mostUrgentFirst<R extends Pick<ChangeRequest, 'state' | 'at'>>(
  requests: readonly R[],
): R[] {
  const rank = { conflict: 0, 'in-review': 1 } as Partial<Record<ChangeRequest['state'], number>>;
  const due = ({ at }: R) => (at === null ? 0 : Date.parse(at));
  return requests.toSorted(
    (a, b) => (rank[a.state] ?? 2) - (rank[b.state] ?? 2) || due(a) - due(b),
  );
}
