import { openStates } from '@adwarden/contract/change-requests/change-requests';
import { can } from '@adwarden/contract/people/abilities';
import type { Person } from '@adwarden/contract/people/people';
import { sql } from 'kysely';
import { believedMs } from '../../db/kept-time.ts';
import type { ChangeRequestTable } from '../../db/schema.safety.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { EndedThings } from '../../pruning/pruning.store.ts';
import type { StoredRequest } from './change-requests.table.ts';

/** Returns a row with its JSON parsed. */
export function storedRequest(row: ChangeRequestTable): StoredRequest {
  return { ...row, changes: JSON.parse(row.changes), before: JSON.parse(row.before) };
}

export async function insertRequest(tx: Tx, request: StoredRequest): Promise<void> {
  const { changes, before, ...columns } = request;
  await tx
    .insertInto('change_request')
    .values({ ...columns, changes: JSON.stringify(changes), before: JSON.stringify(before) })
    .execute();
}

export async function findRequest(db: Db, id: string): Promise<StoredRequest | undefined> {
  const row = await db
    .selectFrom('change_request')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && storedRequest(row);
}

/** Writes the states of requests, and who decided them, in one statement for all with the same outcome. */
export async function saveStates(
  tx: Tx,
  requests: StoredRequest[],
  changedAt: number,
): Promise<void> {
  const alike = Map.groupBy(requests, ({ state, reason, decidedById }) =>
    JSON.stringify([state, reason, decidedById]),
  );
  for (const group of alike.values()) {
    const [{ state, reason, decidedByKind, decidedById, decidedByName }] = group as [StoredRequest];
    const ids = group.map(({ id }) => id);
    await tx
      .updateTable('change_request')
      .set({ state, reason, decidedByKind, decidedById, decidedByName, changedAt })
      .where('id', 'in', ids)
      .execute();
  }
}

/** Replaces the wanted values of a request. */
export async function saveChanges(
  tx: Tx,
  { id, changes }: Pick<StoredRequest, 'id' | 'changes'>,
): Promise<void> {
  await tx
    .updateTable('change_request')
    .set({ changes: JSON.stringify(changes) })
    .where('id', '=', id)
    .execute();
}

/** Returns the open requests of an app, in the order of their times. */
export async function openRequestsOf(tx: Tx, appID: string): Promise<StoredRequest[]> {
  const rows = await tx
    .selectFrom('change_request')
    .selectAll()
    .where('appID', '=', appID)
    .where('state', 'in', openStates)
    .orderBy('at')
    .orderBy('createdAt')
    .execute();
  return rows.map(storedRequest);
}

/** Finds the accounts with these ids as they are now; a disabled one and a viewer count as none. Administrators need no approval. */
export async function findAuthors(db: Db, ids: string[]) {
  if (ids.length === 0) return [];
  const distinct = [...new Set(ids)];
  const users = db
    .selectFrom('app_user')
    .select(['id', 'userID as login', 'needsApproval'])
    .where('id', 'in', distinct);
  const admins = db
    .selectFrom('admin')
    .select(['id', 'email as login'])
    .where('enabled', '=', 'on')
    .where('role', '=', 'admin')
    .where('id', 'in', distinct);
  return [
    ...(await users.execute()).map((user) => ({ ...user, kind: 'user' as const })),
    ...(await admins.execute()).map((admin) => ({
      ...admin,
      kind: 'admin' as const,
      needsApproval: 'off' as const,
    })),
  ];
}

/** Finds the account of one author; undefined when it was deleted, was disabled or may only view. */
export async function findAuthor(db: Db, { kind, id }: Person) {
  return (await findAuthors(db, [id])).find((author) => author.kind === kind);
}

/** Tells whether what this actor changes in apps needs the approval of an administrator. */
export async function needsApproval(db: Db, actor: Person) {
  return !can(actor, 'decide-changes') && (await findAuthor(db, actor))?.needsApproval === 'on';
}

function due(db: Db) {
  return db
    .selectFrom('change_request')
    .where('state', '=', 'scheduled')
    .where('at', '<=', believedMs);
}

/** Tells whether the time of any scheduled request has come. */
export async function isAnyDue(db: Db): Promise<boolean> {
  return (await due(db).select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Returns the scheduled requests whose time has come, the earliest first. */
export async function dueRequests(tx: Tx, most: number): Promise<StoredRequest[]> {
  const rows = await due(tx).selectAll().orderBy('at').orderBy('id').limit(most).execute();
  return rows.map(storedRequest);
}

/** Counts the change requests of a person that wait for a time, an approval or a decision. */
export async function countOpenRequests(db: Db, { id }: Person): Promise<number> {
  const { count } = await db
    .selectFrom('change_request')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('authorId', '=', id)
    .where('state', 'in', openStates)
    .executeTakeFirstOrThrow();
  return count;
}

/** Change requests that are closed, with the bytes of their texts. */
export const closedRequests: EndedThings = {
  table: 'change_request',
  at: 'changedAt',
  person: ['authorKind', 'authorId'],
  bytes: sql<number>`octet_length(changes) + octet_length("before") + octet_length(note) + octet_length(reason)`,
  hasEnded: sql<boolean>`state not in (${sql.join(openStates.map((state) => sql.lit(state)))})`,
};
