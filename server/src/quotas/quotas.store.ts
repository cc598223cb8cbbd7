import { openStates } from '@adwarden/contract/change-requests/change-requests';
import type { Person } from '@adwarden/contract/people/people';
import { sql } from 'kysely';
import { believedMs } from '../db/kept-time.ts';
import { nowMs } from '../db/now.ts';
import type { StoredWhat } from '../db/schema.stored-bytes.ts';
import type { Db } from '../db/schema.ts';
import { dayMs } from '../kit/clock.ts';

/** Counts the apps that a person owns. */
export async function countApps(db: Db, { id }: Person): Promise<number> {
  const { count } = await db
    .selectFrom('app')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ownerId', '=', id)
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts the saved views that a person made, private and shared ones. */
export async function countViews(db: Db, { kind, id }: Person): Promise<number> {
  const { count } = await db
    .selectFrom('saved_view')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ownerKind', '=', kind)
    .where('ownerId', '=', id)
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts the API keys of a person that have not ended. */
export async function countApiKeys(db: Db, { kind, id }: Person): Promise<number> {
  const { count } = await db
    .selectFrom('api_key')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where('accountId', '=', id)
    .where('endsAt', '>', nowMs)
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts the keys with which a person has created something in the last 24 hours (ADR 90). */
export async function countIdempotencyKeys(db: Db, { kind, id }: Person): Promise<number> {
  const { count } = await db
    .selectFrom('idempotency_key')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where('accountId', '=', id)
    .executeTakeFirstOrThrow();
  return count;
}

/** Selects the pauses that a person began and that have not ended; each part of a pause of some apps as well. */
const activePausesOf = (db: Db, { kind, id }: Person) =>
  db
    .selectFrom('pause')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('createdByKind', '=', kind)
    .where('createdById', '=', id)
    .where('endedAt', 'is', null)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', believedMs)]));

/** Counts the pauses that a person began and that have not ended. */
export async function countActivePauses(db: Db, person: Person): Promise<number> {
  const whole = activePausesOf(db, person).where('continues', 'is', null);
  return (await whole.executeTakeFirstOrThrow()).count;
}

/** Counts the apps that these pauses name, each as often as it is named. */
export async function countPausedApps(db: Db, person: Person): Promise<number> {
  const named = activePausesOf(db, person).where('scope', '=', 'app').where('key', '<>', '');
  return (await named.executeTakeFirstOrThrow()).count;
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

/** Counts the running batches of a person. */
export async function countRunningBatches(db: Db, { id }: Person): Promise<number> {
  const { count } = await db
    .selectFrom('batch')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('authorId', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow();
  return count;
}

const bytesOfRows = sql<number | null>`sum(octet_length("row"))`.as('bytes');

/** Sums the bytes of the entries that a person has added to the log in the last 24 hours. */
export async function countLoggedBytes(db: Db, { id }: Person): Promise<number> {
  const { bytes } = await db
    .selectFrom('change')
    .select(bytesOfRows)
    .where('actorId', '=', id)
    // Seqs grow with time. So an index is enough (migration 0020), and no entry is read.
    .where('seq', '>=', (eb) =>
      eb
        .selectFrom('change')
        .select('seq')
        .where('at', '>', sql<number>`${nowMs} - ${sql.lit(dayMs)}`)
        .orderBy('at')
        .limit(1),
    )
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

/**
 * Sums the bytes of the entries that a person has added after the entry `seq`, 0 without one; and returns the last entry of all.
 */
export async function countLoggedBytesSince(
  db: Db,
  { id }: Person,
  seq: number | undefined,
): Promise<{ bytes: number; seq: number }> {
  const { last } = await db
    .selectFrom('change')
    .select(({ fn }) => fn.max<number | null>('seq').as('last'))
    .executeTakeFirstOrThrow();
  if (seq === undefined) return { bytes: 0, seq: last ?? 0 };
  const { bytes } = await db
    .selectFrom('change')
    .select(bytesOfRows)
    .where('actorId', '=', id)
    .where('seq', '>', seq)
    .executeTakeFirstOrThrow();
  return { bytes: bytes ?? 0, seq: last ?? 0 };
}

export type BytesByWhat = Partial<Record<StoredWhat, number>>;

/** Reads how many bytes a person stores (ADR 66); for an administrator, things that belong to nobody count, too. */
export async function readStoredBytes(
  db: Db,
  { kind, id }: Person,
): Promise<{ own: BytesByWhat; nobodys: BytesByWhat }> {
  const rows = await db
    .selectFrom('stored_bytes')
    .select(['id', 'what', 'bytes'])
    .where('kind', '=', kind)
    .where('id', 'in', [id, nobody])
    .execute();
  const of = (owner: string): BytesByWhat =>
    Object.fromEntries(rows.flatMap((row) => (row.id === owner ? [[row.what, row.bytes]] : [])));
  return { own: of(id), nobodys: of(nobody) };
}

/** The id of the owner of things that belong to no person. Its kind is `admin`, so an owner has none of them. */
const nobody = '';
