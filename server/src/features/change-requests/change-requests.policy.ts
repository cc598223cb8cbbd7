import {
  type ChangeRequestState,
  openStates,
  type RequestedField,
} from '@adwarden/contract/change-requests/change-requests';
import { limits } from '@adwarden/contract/limits';
import { can } from '@adwarden/contract/people/abilities';
import type { Person } from '@adwarden/contract/people/people';
import { type Owned, seesApp } from '../../sight/apps.policy.ts';
import { type AuthoredRequest, seesRequest } from '../../sight/requests.policy.ts';
import { fieldsOf, type RequestableApp, type StoredRequest } from './change-requests.table.ts';

/** The role of whoever acts on a request: an administrator, its author, or the owner of its app. */
export type Role = 'admin' | 'author' | 'owner';
export type Action = 'approve' | 'reject' | 'apply' | 'cancel';

/** Returns the role of a caller; null for a caller who must not learn that the request exists. */
export function roleOf(
  caller: Person,
  request: AuthoredRequest,
  app: Owned | undefined,
): Role | null {
  if (!seesRequest(caller, request, app)) return null;
  if (can(caller, 'decide-changes')) return 'admin';
  const isAuthor = request.authorKind === caller.kind && request.authorId === caller.id;
  return isAuthor ? 'author' : 'owner';
}

/** The states in which an action is possible, and the roles that may do it. */
const actions: Record<Action, { from: readonly ChangeRequestState[]; by: readonly Role[] }> = {
  approve: { from: ['in-review'], by: ['admin'] },
  reject: { from: ['in-review'], by: ['admin'] },
  apply: { from: ['conflict'], by: ['admin', 'author'] },
  cancel: { from: openStates, by: ['admin', 'author'] },
};

/** Each sentence contains the word for its state (ADR 83). */
const stateSentences: Record<ChangeRequestState, string> = {
  'in-review': 'This change is waiting for approval',
  scheduled: 'This change is scheduled',
  applied: 'This change is applied already',
  conflict: 'This change is in conflict: it was approved, but the fields were changed since',
  failed: 'This change has failed',
  missed: 'This change was missed',
  rejected: 'This change was rejected',
  cancelled: 'This change was cancelled',
};

/** Says why an action is refused; null when it is allowed. */
export function refusalOf(
  action: Action,
  role: Role,
  { state, approval }: Pick<StoredRequest, 'state' | 'approval'>,
): { code: 'forbidden' | 'change-request'; message: string } | null {
  const { from, by } = actions[action];
  // An owner whose changes need approval must not decide to apply a change in conflict.
  const isBound = action === 'apply' && role === 'author' && approval === 'on';
  if (!by.includes(role) || isBound) {
    return { code: 'forbidden', message: 'You are not allowed to do this' };
  }
  return from.includes(state) ? null : { code: 'change-request', message: stateSentences[state] };
}

/** The author's account as it is now. */
export type Author = { login: string; needsApproval: 'on' | 'off' };

/** Says why a request can never be applied as its author's; null when it can. */
export function failureOf(
  { authorKind, authorId, approval }: StoredRequest,
  author: Author | undefined,
  app: RequestableApp | undefined,
): string | null {
  if (!app) return 'The application was deleted';
  if (!author) return 'The account of its author was deleted, disabled or made a viewer';
  if (!seesApp({ kind: authorKind, id: authorId }, app)) {
    return 'The application does not belong to its author any more';
  }
  if (author.needsApproval === 'on' && approval === 'off') {
    return 'The changes of its author need approval now';
  }
  return null;
}

/** Returns the fields that somebody has changed since the request, without those that have the wanted value already. */
export function changedSince(request: StoredRequest, app: RequestableApp): RequestedField[] {
  const { before, changes } = request;
  return fieldsOf(request).filter(
    (field) => app.values[field] !== before[field] && app.values[field] !== changes[field],
  );
}

const missedAfterMs = limits.changeRequests.missedAfterHours * 3_600_000;

/** Says what to do with a scheduled or approved request at a time of the database's clock (epoch ms). */
export function dueness(at: number | null, now: number): 'wait' | 'apply' | 'missed' {
  if (at === null) return 'apply';
  if (at > now) return 'wait';
  return now - at < missedAfterMs ? 'apply' : 'missed';
}
