import type { ActorKind } from '@adwarden/contract/changes/changes';
import {
  type EventType,
  entityOfEvent,
  eventOfEntry,
} from '@adwarden/contract/notifications/events';
import { sql } from 'kysely';
import type { UnloggedEvent } from '../../changes/unlogged-events.store.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { EventWithoutEntry, LoggedEvent, Position, StoredEvent } from './events.table.ts';

/** The position after everything that has happened so far. */
export async function lastPosition(db: Db): Promise<Position> {
  // One statement sees one state of the database. Numbers grow in the order of the commits, so none before these is missing.
  const { rows } = await sql<Position>`select
    (select coalesce(max(seq), 0) from change) as seq,
    (select coalesce(max(id), 0) from unlogged_event) as unlogged`.execute(db);
  return rows[0] ?? { seq: 0, unlogged: 0 };
}

export const isBehind = (one: Position, other: Position): boolean =>
  one.seq < other.seq || one.unlogged < other.unlogged;

/** What to read: of these types, after a position, and how many at most. */
export type Reading = { types: readonly EventType[]; after: Position; most: number };

/**
 * The next events, in the order in which they happened, and the position after them. `isWhole`: there are no more of these
 * types. `most` is the limit for each of the two tables.
 */
export async function readEvents(
  db: Db,
  { types, after, most }: Reading,
): Promise<{ events: StoredEvent[]; position: Position; isWhole: boolean }> {
  const end = await lastPosition(db);
  if (!isBehind(after, end)) return { events: [], position: end, isWhole: true };
  const [entries, others] = await Promise.all([
    readEntries(db, { types, after, most }, end),
    readOthers(db, { types, after, most }, end),
  ]);
  const lists = [entries, others];
  const isWhole = lists.every((list) => list.length < most);
  // What comes after the last one of a full list is not known, so the other list is not read beyond it.
  const known = lists.flatMap((list) => (list.length < most ? [] : (list.at(-1)?.order ?? [])));
  const events: StoredEvent[] = [];
  let position = after;
  const read = [...entries, ...others].toSorted((one, other) => one.order - other.order);
  for (const { order, event } of read) {
    if (order > Math.min(...known)) break;
    position =
      'entry' in event
        ? { ...position, seq: event.entry.seq }
        : { ...position, unlogged: event.id };
    if (types.includes(event.type)) events.push({ ...event, position });
  }
  return { events, position: isWhole ? end : position, isWhole };
}

/** An event, and the entry of the log that it is or that it comes after. */
type Ordered<Event> = { order: number; event: Event };

async function readEntries(
  db: Db,
  { types, after, most }: Reading,
  end: Position,
): Promise<Ordered<LoggedEvent>[]> {
  const entities = new Set(types.flatMap((type) => entityOfEvent(type) ?? []));
  if (entities.size === 0) return [];
  const rows = await db
    .selectFrom('change')
    .select(['seq', 'at', 'actorKind', 'actorId', 'actorName', 'entity', 'key', 'action', 'batch'])
    .where('seq', '>', after.seq)
    .where('seq', '<=', end.seq)
    .where('entity', 'in', [...entities])
    .orderBy('seq')
    .limit(most)
    .execute();
  return rows.flatMap(({ seq, at, actorKind, actorId, actorName, entity, key, action, batch }) => {
    const type = eventOfEntry({ entity, action });
    const actor = { kind: actorKind as ActorKind, id: actorId, name: actorName };
    const entry = { seq, entity, key, action, actor, batch };
    return type ? [{ order: seq, event: { type, at, entry } }] : [];
  });
}

async function readOthers(
  db: Db,
  { types, after, most }: Reading,
  end: Position,
): Promise<Ordered<EventWithoutEntry>[]> {
  const wanted = types.filter((type) => entityOfEvent(type) === undefined);
  if (wanted.length === 0) return [];
  const rows = await db
    .selectFrom('unlogged_event')
    .selectAll()
    .where('id', '>', after.unlogged)
    .where('id', '<=', end.unlogged)
    .where('type', 'in', wanted)
    .orderBy('id')
    .limit(most)
    .execute();
  // After the last entry of the log was pruned, the next event has a smaller `afterSeq`; the order must not go back.
  let order = 0;
  return rows.map(({ id, at, type, key, facts, afterSeq }) => {
    order = Math.max(order, afterSeq);
    const about = { type, key, facts: JSON.parse(facts) } as UnloggedEvent;
    return { order, event: { type, at, id, about } };
  });
}

/** How far a follower has read; undefined when it has not begun. */
export function positionOf(db: Db, follower: string): Promise<Position | undefined> {
  return db
    .selectFrom('event_position')
    .select(['seq', 'unlogged'])
    .where('follower', '=', follower)
    .executeTakeFirst();
}

/** Stores how far a follower has read. */
export async function savePosition(tx: Tx, follower: string, position: Position): Promise<void> {
  await tx
    .insertInto('event_position')
    .values({ follower, ...position })
    .onConflict((conflict) => conflict.column('follower').doUpdateSet(position))
    .execute();
}
