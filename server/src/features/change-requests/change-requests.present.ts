import { type ChangeRequest, openStates } from '@adwarden/contract/change-requests/change-requests';
import type { Person } from '@adwarden/contract/people/people';
import { isoTime, isoTimeOrNull } from '../../kit/clock.ts';
import { seesApp } from '../../sight/apps.policy.ts';
import { seenPerson } from '../../sight/people.policy.ts';
import { readsRequest } from '../../sight/requests.policy.ts';
import { fieldsOf, type RequestableApp, type StoredRequest } from './change-requests.table.ts';

/** Returns a request as it is sent. An owner gets nothing of the present state of an app that is not theirs. */
export function presentRequest(
  request: StoredRequest,
  found: RequestableApp | undefined,
  viewer: Person,
): ChangeRequest {
  const { authorKind, authorId, authorName, decidedByKind, decidedById, decidedByName } = request;
  const app = found && seesApp(viewer, found) ? found : undefined;
  const isRead = readsRequest(viewer, request);
  const isOpen = (openStates as readonly string[]).includes(request.state);
  return {
    id: request.id,
    appID: request.appID,
    appName: app?.appName ?? request.appName,
    state: request.state,
    approval: request.approval === 'on',
    at: isoTimeOrNull(request.at),
    note: isRead ? request.note : '',
    diff: fieldsOf(request).map((field) => {
      const now = isOpen ? (app?.values[field] ?? null) : null;
      const before = isRead ? request.before[field] : now;
      return { field, before: before ?? '', after: request.changes[field] ?? '', now };
    }),
    author: seenPerson(viewer, { kind: authorKind, id: authorId, name: authorName }),
    decidedBy:
      decidedByKind === ''
        ? null
        : seenPerson(viewer, { kind: decidedByKind, id: decidedById, name: decidedByName }),
    reason: request.reason,
    createdAt: isoTime(request.createdAt),
    changedAt: isoTime(request.changedAt),
  };
}
