import {
  type ChangeAction,
  type ChangeEntity,
  changeEntities,
} from '@adwarden/contract/changes/changes';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Schema } from '../db/schema.ts';
import { textHolds } from '../db/text-search.ts';

/** The filters of a list of entries. */
export type ChangeFilter = {
  /** A part of the person's name, of the thing's name or id, or of a changed value. */
  search?: string | undefined;
  entity?: ChangeEntity | undefined;
  key?: string | undefined;
  /** Only entries of this batch. */
  batch?: string | undefined;
  /** Only deletes after which the thing has no further entry. */
  gone?: 'true' | undefined;
  action?: ChangeAction | undefined;
  actorKind?: string | undefined;
  /** An id, or a part of a name. */
  actor?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
  /** Only entries of the apps that this user owns now, of their configurations and findings. */
  ownerId?: string | undefined;
};

/** The most entries that one statement looks at: others wait for it (ADR 65). */
const entriesAtOnce = 100_000;

/** Entries with numbers after the first one, up to the second one. */
export type Range = { after: number; upTo: number };

/** Returns the range of all entries. */
export async function wholeLog(db: Db): Promise<Range> {
  const { oldest, newest } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('change')
        .select(({ fn }) => fn.min('seq').as('seq'))
        .as('oldest'),
      eb
        .selectFrom('change')
        .select(({ fn }) => fn.max('seq').as('seq'))
        .as('newest'),
    ])
    .executeTakeFirstOrThrow();
  return { after: (oldest ?? 1) - 1, upTo: newest ?? 0 };
}

/** Splits a range into parts for one statement each, the newest first. */
export function rangesOf({ after, upTo }: Range): Range[] {
  const ranges: Range[] = [];
  for (let end = upTo; end > after; end -= entriesAtOnce) {
    ranges.push({ after: Math.max(after, end - entriesAtOnce), upTo: end });
  }
  return ranges;
}

export type Builder = ExpressionBuilder<Schema, 'change'>;

export const within = (eb: Builder, { after, upTo }: Range) => [
  eb('change.seq', '>', after),
  eb('change.seq', '<=', upTo),
];

export function conditionsOf(db: Db, eb: Builder, filter: ChangeFilter): Expression<SqlBool>[] {
  const { entity, key, batch, gone, action, actorKind, actor, from, to, ownerId } = filter;
  const conditions: Expression<SqlBool>[] = [];
  if (ownerId !== undefined) conditions.push(ofOwnApps(eb, ownerId));
  if (key) {
    // With the kinds as well, an index finds the entries of a thing.
    conditions.push(eb('change.key', '=', key));
    conditions.push(eb('change.entity', 'in', entity ? [entity] : [...changeEntities]));
  } else if (entity) {
    // This must not use the index of things: it would read all entries of a kind for each range.
    conditions.push(eb(sql<string>`(change.entity || '')`, '=', entity));
  }
  if (batch) conditions.push(eb('change.batch', '=', batch));
  if (gone) conditions.push(eb('change.action', '=', 'delete'), isLast(eb));
  if (action) conditions.push(eb('change.action', '=', action));
  if (actorKind) conditions.push(eb('change.actorKind', '=', actorKind));
  if (actor) {
    conditions.push(
      eb.or([eb('change.actorId', '=', actor), textHolds(db, eb.ref('change.actorName'), actor)]),
    );
  }
  if (from !== undefined) conditions.push(eb('change.at', '>=', from));
  if (to !== undefined) conditions.push(eb('change.at', '<=', to));
  return conditions;
}

export const isBy = (eb: Builder, userId: string): Expression<SqlBool> =>
  eb.and([eb('change.actorKind', '=', 'user'), eb('change.actorId', '=', userId)]);

/** Selects entries of an owner's apps, and of the batches that the owner has started. */
function ofOwnApps(eb: Builder, ownerId: string): Expression<SqlBool> {
  const own = eb.selectFrom('app').select('app.appID').where('app.ownerId', '=', ownerId);
  return eb.or([
    eb.and([
      eb('change.entity', 'in', ['app', 'app-configuration', 'finding']),
      eb('change.key', 'in', own),
    ]),
    eb.and([eb('change.entity', '=', 'batch'), isBy(eb, ownerId)]),
  ]);
}

function isLast(eb: Builder): Expression<SqlBool> {
  return eb.not(
    eb.exists(
      eb
        .selectFrom('change as newer')
        .select('newer.seq')
        .whereRef('newer.entity', '=', 'change.entity')
        .whereRef('newer.key', '=', 'change.key')
        .whereRef('newer.seq', '>', 'change.seq'),
    ),
  );
}
