import type { ChangeAction, ChangeEntity } from '@adwarden/contract/changes';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/schema.ts';
import { anywhere } from '../db/text-search.ts';
import type { Author } from '../http/actor.ts';

/** What happened to one thing: `row` is all of it after the change, or before it for a delete. */
export type ChangeEntry = {
  entity: ChangeEntity;
  key: string;
  action: ChangeAction;
  row: object;
};

const rowsPerInsert = 500;

/** Appends entries to the log, in order, and answers their seqs (design, section 7). */
export async function appendChanges(
  tx: Tx,
  author: Author,
  at: number,
  entries: ChangeEntry[],
): Promise<number[]> {
  const seqs: number[] = [];
  for (let start = 0; start < entries.length; start += rowsPerInsert) {
    const rows = await tx
      .insertInto('change')
      .values(
        entries.slice(start, start + rowsPerInsert).map(({ entity, key, action, row }) => ({
          at,
          actorKind: author.kind,
          actorId: author.id,
          actorName: author.fullName,
          address: author.address,
          entity,
          key,
          action,
          row: JSON.stringify(row),
        })),
      )
      .returning('seq')
      .execute();
    seqs.push(...rows.map((row) => row.seq).sort((a, b) => a - b));
  }
  return seqs;
}

/** Which entries are asked for; `actor` is an id or a part of a name. */
export type ChangeFilter = {
  entity?: ChangeEntity | undefined;
  key?: string | undefined;
  /** Only deletes that are the last entry of their thing. */
  gone?: 'true' | undefined;
  action?: ChangeAction | undefined;
  actorKind?: string | undefined;
  actor?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
};

const columns = [
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
] as const;

/** A page of the log, newest first, each entry with the one before it of the same thing, and how many there are. */
export async function pageOfChanges(
  db: Db,
  filter: ChangeFilter,
  { page, pageSize }: { page: number; pageSize: number },
) {
  let matching = db.selectFrom('change');
  if (filter.entity) matching = matching.where('change.entity', '=', filter.entity);
  if (filter.key) matching = matching.where('change.key', '=', filter.key);
  if (filter.gone) {
    matching = matching
      .where('change.action', '=', 'delete')
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('change as newer')
              .select('newer.seq')
              .whereRef('newer.entity', '=', 'change.entity')
              .whereRef('newer.key', '=', 'change.key')
              .whereRef('newer.seq', '>', 'change.seq'),
          ),
        ),
      );
  }
  if (filter.action) matching = matching.where('change.action', '=', filter.action);
  if (filter.actorKind) matching = matching.where('change.actorKind', '=', filter.actorKind);
  if (filter.from !== undefined) matching = matching.where('change.at', '>=', filter.from);
  if (filter.to !== undefined) matching = matching.where('change.at', '<=', filter.to);
  if (filter.actor) {
    const { actor } = filter;
    matching = matching.where(({ or, eb }) =>
      or([
        eb('change.actorId', '=', actor),
        // Both sides by the database's own folding: it and JavaScript's may differ.
        sql<boolean>`adwarden_fold(${eb.ref('change.actorName')}) like adwarden_fold(${anywhere(actor)}) escape '\\'`,
      ]),
    );
  }
  const [rows, count] = await Promise.all([
    matching
      .select(columns)
      .select((eb) => [
        eb
          .selectFrom('change as earlier')
          .select('earlier.seq')
          .whereRef('earlier.entity', '=', 'change.entity')
          .whereRef('earlier.key', '=', 'change.key')
          .whereRef('earlier.seq', '<', 'change.seq')
          .orderBy('earlier.seq', 'desc')
          .limit(1)
          .as('earlierSeq'),
        // A configuration's own row has no name to show.
        eb
          .selectFrom('app')
          .select('app.appName')
          .whereRef('app.appID', '=', 'change.key')
          .as('appName'),
      ])
      .orderBy('change.seq', 'desc')
      .limit(pageSize)
      .offset(page * pageSize)
      .execute(),
    matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const seqs = rows.flatMap((row) => (row.earlierSeq === null ? [] : [row.earlierSeq]));
  const earlier = new Map((await changesBySeq(db, seqs)).map((row) => [row.seq, row]));
  return {
    total: count.total,
    rows: rows.map((row) => ({ ...row, earlier: earlier.get(row.earlierSeq ?? -1) ?? null })),
  };
}

function changesBySeq(db: Db, seqs: number[]) {
  if (seqs.length === 0) return Promise.resolve([]);
  return db.selectFrom('change').select(columns).where('seq', 'in', seqs).execute();
}

/** One entry of the log. */
export async function findChange(db: Db, seq: number) {
  const [row] = await changesBySeq(db, [seq]);
  return row;
}

/** The entry before this one of the same thing. */
export function earlierChange(db: Db, { entity, key, seq }: ChangeRow) {
  return db
    .selectFrom('change')
    .select(columns)
    .where('entity', '=', entity)
    .where('key', '=', key)
    .where('seq', '<', seq)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The last entry of one thing. */
export function latestChange(db: Db, entity: ChangeEntity, key: string) {
  return db
    .selectFrom('change')
    .select(columns)
    .where('entity', '=', entity)
    .where('key', '=', key)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whether the log says of somebody, since a time (epoch ms), that they read a kind of secret. */
export async function hasReadSince(
  tx: Tx,
  { secret, kind, id, since }: { secret: string; kind: string; id: string; since: number },
): Promise<boolean> {
  const row = await tx
    .selectFrom('change')
    .select('seq')
    .where('entity', '=', 'secret')
    .where('key', '=', secret)
    .where('actorKind', '=', kind)
    .where('actorId', '=', id)
    .where('at', '>', since)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type ChangeRow = NonNullable<Awaited<ReturnType<typeof findChange>>>;

/** Deletes up to `limit` entries older than `before` (epoch ms), never the last one of a thing; answers how many. */
export async function pruneOldChanges(
  db: Db,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const result = await db
    .deleteFrom('change')
    .where('seq', 'in', (eb) =>
      eb
        .selectFrom('change as old')
        .select('old.seq')
        .where('old.at', '<', before)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('change as newer')
              .select('newer.seq')
              .whereRef('newer.entity', '=', 'old.entity')
              .whereRef('newer.key', '=', 'old.key')
              .whereRef('newer.seq', '>', 'old.seq'),
          ),
        )
        .orderBy('old.seq')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

export async function countChanges(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('change')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The things with the most entries, and how many each has. */
export function noisiestThings(db: Db, most: number) {
  return db
    .selectFrom('change')
    .select(['entity', 'key'])
    .select((eb) => eb.fn.countAll<number>().as('entries'))
    .groupBy(['entity', 'key'])
    .orderBy('entries', 'desc')
    .orderBy('entity')
    .orderBy('key')
    .limit(most)
    .execute();
}

/** Deletes the oldest `count` entries of one thing. */
export async function pruneOldestOf(
  db: Db,
  { entity, key }: { entity: string; key: string },
  count: number,
): Promise<number> {
  const result = await db
    .deleteFrom('change')
    .where('seq', 'in', (eb) =>
      eb
        .selectFrom('change as old')
        .select('old.seq')
        .where('old.entity', '=', entity)
        .where('old.key', '=', key)
        .orderBy('old.seq')
        .limit(count),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
