import { type ChangeRequest, openStates } from '@adwarden/contract/change-requests/change-requests';
import { isoTime } from '../../kit/clock.ts';
import { fieldsOf, type RequestableApp, type StoredRequest } from './change-requests.table.ts';

type Viewer = { kind: 'admin' | 'user'; id: string };
type Person = ChangeRequest['author'];

/** An owner does not learn who other owners are. */
function seenBy(viewer: Viewer, person: Person): Person {
  if (viewer.kind === 'admin' || person.kind === 'admin' || person.id === viewer.id) return person;
  return { kind: 'user', id: '', name: 'Another user' };
}

/** A request as it is sent. An owner gets nothing of the present state of an app that is not theirs. */
export function presentRequest(
  request: StoredRequest,
  found: RequestableApp | undefined,
  viewer: Viewer,
): ChangeRequest {
  const { authorKind, authorId, authorName, decidedByKind, decidedById, decidedByName } = request;
  const app = viewer.kind === 'admin' || found?.ownerId === viewer.id ? found : undefined;
  const isOpen = (openStates as readonly string[]).includes(request.state);
  return {
    id: request.id,
    appID: request.appID,
    appName: app?.appName ?? request.appName,
    state: request.state,
    approval: request.approval === 'on',
    at: request.at === null ? null : isoTime(request.at),
    note: request.note,
    diff: fieldsOf(request).map((field) => ({
      field,
      before: request.before[field] ?? '',
      after: request.changes[field] ?? '',
      now: isOpen ? (app?.values[field] ?? null) : null,
    })),
    author: seenBy(viewer, { kind: authorKind, id: authorId, name: authorName }),
    decidedBy:
      decidedByKind === ''
        ? null
        : seenBy(viewer, { kind: decidedByKind, id: decidedById, name: decidedByName }),
    reason: request.reason,
    createdAt: isoTime(request.createdAt),
    changedAt: isoTime(request.changedAt),
  };
}
