import type { ChangeAction, ChangeEntity } from '@adwarden/contract/changes/changes';
import { limits } from '@adwarden/contract/limits';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db, Schema, Tx } from '../db/schema.ts';
import { insertsOf } from '../db/sent-rows.ts';
import type { Author } from '../http/actor.ts';
import { AppError } from '../kit/app-error.ts';

/** A change of one thing. `row` is the whole thing after the change, or before it for a delete. */
export type ChangeEntry = {
  entity: ChangeEntity;
  key: string;
  action: ChangeAction;
  row: object;
};

/**
 * The most entries that a follower reads one by one. A follower that is further behind loads everything again, because that is
 * less work. So pruning may delete older entries of deleted things.
 */
export const mostToFollow = 50_000;

/** Returns the JSON of a thing; refuses (409) more than an entry may have. */
function boundedJson(row: object): string {
  const text = JSON.stringify(row);
  if (Buffer.byteLength(text) <= limits.entryBytes) return text;
  throw new AppError('conflict', 'This is too much for one change: make several smaller ones');
}

/** Appends entries to the log, in order, and returns their seqs (ADR 2). */
export async function appendChanges(
  tx: Tx,
  { by, at, batch }: { by: Author; at: number; batch: string | null },
  entries: ChangeEntry[],
): Promise<number[]> {
  const rows = entries.map(({ entity, key, action, row }) => ({
    at,
    actorKind: by.kind,
    actorId: by.id,
    actorName: by.fullName,
    address: by.address,
    entity,
    key,
    action,
    row: boundedJson(row),
    batch,
    viaKey: by.via?.key ?? null,
    viaName: by.via?.name ?? null,
  }));
  const seqs: number[] = [];
  for (const insert of insertsOf(tx, 'change', rows)) {
    const { rows: added } = await sql<{ seq: number }>`${insert} returning seq`.execute(tx);
    seqs.push(...added.map(({ seq }) => seq).sort((a, b) => a - b));
  }
  return seqs;
}

/** The columns that are read of an entry. */
const changeColumns = [
  'change.seq',
  'change.at',
  'change.actorKind',
  'change.actorId',
  'change.actorName',
  'change.address',
  'change.entity',
  'change.key',
  'change.action',
  'change.row',
  'change.batch',
  'change.viaKey',
  'change.viaName',
] as const;

/** Selects some entries of the log, in no order. */
export function changesBySeq(db: Db, seqs: number[]) {
  if (seqs.length === 0) return Promise.resolve([]);
  return db.selectFrom('change').select(changeColumns).where('seq', 'in', seqs).execute();
}

/** The most bytes of states that one statement reads: others wait for it (ADR 65). A larger state is read alone. */
const bytesAtOnce = 256 * 1024;
const entriesAtOnce = 200;

/** The bytes of an entry's state. No database reads the state for it. */
export const bytesOf = sql<number>`octet_length(${sql.ref('change.row')})`.as('bytes');

/** Reads some entries of the log by their numbers, in parts, because states may be large. */
export async function changesInParts(
  db: Db,
  sizes: { seq: number; bytes: number }[],
): Promise<Map<number, ChangeRow>> {
  const found = new Map<number, ChangeRow>();
  let part: number[] = [];
  let bytes = 0;
  const read = async () => {
    for (const row of await changesBySeq(db, part)) found.set(row.seq, row);
    part = [];
    bytes = 0;
  };
  for (const next of sizes) {
    if (part.length === entriesAtOnce || (part.length > 0 && bytes + next.bytes > bytesAtOnce)) {
      await read();
    }
    part.push(next.seq);
    bytes += next.bytes;
  }
  await read();
  return found;
}

export type WithEarlier = ChangeRow & { earlier: ChangeRow | null };

/** Reads the entries of a query in its order, each with the entry before it of the same thing. */
export async function readWithEarlier<Selected>(
  db: Db,
  entries: SelectQueryBuilder<Schema, 'change', Selected>,
): Promise<(Selected & WithEarlier)[]> {
  const rows = await entries
    .select(['change.seq', bytesOf])
    .select((eb) =>
      eb
        .selectFrom('change as earlier')
        .select('earlier.seq')
        .whereRef('earlier.entity', '=', 'change.entity')
        .whereRef('earlier.key', '=', 'change.key')
        .whereRef('earlier.seq', '<', 'change.seq')
        .orderBy('earlier.seq', 'desc')
        .limit(1)
        .as('earlierSeq'),
    )
    .execute();
  const seqs = rows.flatMap(({ earlierSeq }) => (earlierSeq === null ? [] : [earlierSeq]));
  const earlier =
    seqs.length === 0
      ? []
      : await db
          .selectFrom('change')
          .select(['change.seq', bytesOf])
          .where('seq', 'in', seqs)
          .execute();
  const found = await changesInParts(db, [...rows, ...earlier]);
  return rows.flatMap(({ bytes, earlierSeq, ...row }) => {
    const change = found.get(row.seq);
    // The entry was pruned in between.
    if (!change) return [];
    return [{ ...row, ...change, earlier: found.get(earlierSeq ?? -1) ?? null }];
  }) as unknown as (Selected & WithEarlier)[];
}

/** Finds one entry of the log. */
export async function findChange(db: Db, seq: number) {
  const [row] = await changesBySeq(db, [seq]);
  return row;
}

/** Selects the entry before this one of the same thing. */
export function earlierChange(db: Db, { entity, key, seq }: ChangeRow) {
  return db
    .selectFrom('change')
    .select(changeColumns)
    .where('entity', '=', entity)
    .where('key', '=', key)
    .where('seq', '<', seq)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Selects the last entry of one thing. */
export function latestChange(db: Db, entity: ChangeEntity, key: string) {
  return db
    .selectFrom('change')
    .select(changeColumns)
    .where('entity', '=', entity)
    .where('key', '=', key)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Reads the rows of the entries after a time (epoch ms) that somebody has read a kind of secret; `users` says whose secrets. */
export async function secretReadsSince(
  tx: Tx,
  { secret, kind, id, since }: { secret: string; kind: string; id: string; since: number },
): Promise<{ users?: string[] }[]> {
  const entries = await tx
    .selectFrom('change')
    .select('row')
    .where('entity', '=', 'secret')
    .where('key', '=', secret)
    .where('actorKind', '=', kind)
    .where('actorId', '=', id)
    .where('at', '>', since)
    .execute();
  return entries.map(({ row }) => JSON.parse(row));
}

export type ChangeRow = NonNullable<Awaited<ReturnType<typeof findChange>>>;
