import type { ActorKind } from '@adwarden/contract/changes/changes';
import type { EventType, LoggedEventType } from '@adwarden/contract/notifications/events';
import type { UnloggedEvent } from '../../changes/unlogged-events.store.ts';
import type { ChangeTable } from '../../db/schema.ts';

/** The position of a reader: it has read the log up to `seq`, and the events without an entry up to `unlogged`. */
export type Position = { seq: number; unlogged: number };

/** An entry of the log that is an event; without its row, which may be large. */
export type LoggedEvent = {
  type: LoggedEventType;
  at: number;
  entry: Pick<ChangeTable, 'entity' | 'key' | 'action'> & {
    seq: number;
    actor: { kind: ActorKind; id: string; name: string };
    /** The batch that made it. */
    batch: string | null;
  };
};

/** An event that happened after an entry of the log, and has no entry itself. */
export type EventWithoutEntry = {
  type: EventType;
  at: number;
  id: number;
  afterSeq: number;
  /** The id of the person who caused it, or whose app it is about; '' for nobody. */
  causer: string;
  about: UnloggedEvent;
};

/** An event, and the position of a reader that has dealt with it. */
export type StoredEvent = (LoggedEvent | EventWithoutEntry) & { position: Position };

export const isLogged = (event: StoredEvent): event is LoggedEvent & { position: Position } =>
  'entry' in event;

/** Returns the id of the person who caused an event; '' for nobody. */
export const causerOf = (event: StoredEvent): string =>
  isLogged(event) ? event.entry.actor.id : event.causer;

/** Returns the subject of an event: the app of a finding, the batch, the API key, else the kind and the key of its entry. */
export function thingOf(event: StoredEvent): { entity: string; key: string } {
  if (isLogged(event)) return { entity: event.entry.entity, key: event.entry.key };
  const { type, key } = event.about;
  const entities = { 'batch.done': 'batch', 'key.ends': 'api-key' } as const;
  return { entity: type in entities ? entities[type as keyof typeof entities] : 'app', key };
}
