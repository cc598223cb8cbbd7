import type { ActorKind } from '@adwarden/contract/changes/changes';
import {
  type EventType,
  entityOfEvent,
  eventOfEntry,
} from '@adwarden/contract/notifications/events';
import { sql } from 'kysely';
import type { UnloggedEvent } from '../../changes/unlogged-events.store.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { isBehind } from './events.position.policy.ts';
import {
  causerOf,
  type EventWithoutEntry,
  isLogged,
  type LoggedEvent,
  type Position,
  type StoredEvent,
  thingOf,
} from './events.table.ts';

/** Returns the position after everything that has happened so far. */
export async function lastPosition(db: Db): Promise<Position> {
  // One statement sees one state of the database. Numbers grow in the order of the commits, so none before these is missing.
  const { rows } = await sql<Position>`select
    (select coalesce(max(seq), 0) from change) as seq,
    (select coalesce(max(id), 0) from unlogged_event) as unlogged`.execute(db);
  return rows[0] ?? { seq: 0, unlogged: 0 };
}

/** The limits of a reading: the types, the position after which it begins, and the most events. */
export type Reading = {
  types: readonly EventType[];
  after: Position;
  most: number;
  /** The position up to which it reads; the last event unless given. */
  end?: Position;
  /** The id of the person who caused the events; everybody unless given. */
  causer?: string;
  /** Whether entries that batches made are left out. */
  skipsBatches?: boolean;
};

/**
 * Returns the next events, in the order in which they happened, and the position after them. `isWhole`: there are no more of
 * these types. `most` is the limit for each of the two tables.
 */
export async function readEvents(
  db: Db,
  reading: Reading,
): Promise<{ events: StoredEvent[]; position: Position; isWhole: boolean }> {
  const { types, after, most, end = await lastPosition(db) } = reading;
  if (!isBehind(after, end)) return { events: [], position: end, isWhole: true };
  const [entries, others] = await Promise.all([
    readEntries(db, reading, end),
    readOthers(db, reading, end),
  ]);
  const lists = [entries, others];
  const isWhole = lists.every((list) => list.length < most);
  // Events after the end of a full list are not known, so the other list is not read beyond that end.
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

/** An event, and the seq of its entry, or of the entry that it comes after. */
type Ordered<Event> = { order: number; event: Event };

async function readEntries(
  db: Db,
  { types, after, most, causer, skipsBatches = false }: Reading,
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
    .$if(causer !== undefined, (query) => query.where('actorId', '=', causer ?? ''))
    .$if(skipsBatches, (query) => query.where('batch', 'is', null))
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
  { types, after, most, causer }: Reading,
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
    .$if(causer !== undefined, (query) => query.where('causer', '=', causer ?? ''))
    .orderBy('id')
    .limit(most)
    .execute();
  // After the last entry of the log was pruned, the next event has a smaller `afterSeq`; the order must not go back.
  let order = 0;
  return rows.map(({ id, at, type, key, facts, afterSeq, causer: by }) => {
    order = Math.max(order, afterSeq);
    const about = { type, key, facts: JSON.parse(facts) } as UnloggedEvent;
    return { order, event: { type, at, id, afterSeq, causer: by, about } };
  });
}

/** Reads the event with this number: that of its entry, or of an event without one; the other one is 0. */
export async function readEvent(
  db: Db,
  types: readonly EventType[],
  number: Position,
): Promise<StoredEvent | undefined> {
  const after = {
    seq: Math.max(0, number.seq - 1),
    unlogged: Math.max(0, number.unlogged - 1),
  };
  const { events } = await readEvents(db, { types, after, end: number, most: 1 });
  return events[0];
}

/** The most earlier events about the same thing that are checked. */
const mostEarlier = 50;

/**
 * Returns the latest events about the same thing that other people caused before this one and after a position: the causer, and
 * the number of each as in `readEvent`.
 */
export async function earlierOfOthers(
  db: Db,
  event: StoredEvent,
  { types, after, skipsBatches = false }: Pick<Reading, 'types' | 'after' | 'skipsBatches'>,
): Promise<(Position & { causer: string })[]> {
  const { entity, key } = thingOf(event);
  const by = causerOf(event);
  const before = isLogged(event)
    ? { seq: event.entry.seq, id: Number.MAX_SAFE_INTEGER, afterSeq: event.entry.seq - 1 }
    : { seq: event.afterSeq + 1, id: event.id, afterSeq: event.afterSeq };
  const entries = db
    .selectFrom('change')
    .select(['seq', 'actorId', 'action'])
    .where('entity', '=', entity)
    .where('key', '=', key)
    .where('seq', '>', after.seq)
    .where('seq', '<', before.seq)
    .where('actorId', '<>', by)
    .$if(skipsBatches, (query) => query.where('batch', 'is', null))
    .orderBy('seq', 'desc')
    .limit(mostEarlier);
  const others = db
    .selectFrom('unlogged_event')
    .select(['id', 'causer'])
    .where('key', '=', key)
    .where('type', 'in', [...types])
    .where('id', '>', after.unlogged)
    .where('id', '<', before.id)
    .where('afterSeq', '<=', before.afterSeq)
    .where('causer', '<>', by)
    .orderBy('id', 'desc')
    .limit(mostEarlier);
  const [logged, unlogged] = await Promise.all([entries.execute(), others.execute()]);
  return [
    ...logged
      .filter(({ action }) => types.includes(eventOfEntry({ entity, action }) as EventType))
      .map(({ seq, actorId }) => ({ causer: actorId, seq, unlogged: 0 })),
    ...unlogged.map(({ id, causer }) => ({ causer, seq: 0, unlogged: id })),
  ];
}

/** Returns the position of a follower; undefined when it has not begun. */
export function positionOf(db: Db, follower: string): Promise<Position | undefined> {
  return db
    .selectFrom('event_position')
    .select(['seq', 'unlogged'])
    .where('follower', '=', follower)
    .executeTakeFirst();
}

/** Stores the position of a follower. */
export async function savePosition(tx: Tx, follower: string, position: Position): Promise<void> {
  await tx
    .insertInto('event_position')
    .values({ follower, ...position })
    .onConflict((conflict) => conflict.column('follower').doUpdateSet(position))
    .execute();
}
