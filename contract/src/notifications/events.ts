import { type ChangeEntity, changeEntities } from '../changes/changes.ts';

/*
 * The events, each with one name for everything that tells somebody of it: webhooks, mails, the bell (ADR 57). An event is made
 * in one place: from an entry of the log of changes, or where a batch ends, or where a finding is opened or closed.
 */

/** A pause has events of its own. */
type LoggedEntity = Exclude<ChangeEntity, 'pause'>;
const loggedEntities = changeEntities.filter((entity) => entity !== 'pause');

/**
 * `finding.closed`: it is over, or its app was deleted. `batch.done`: a batch has ended, also when it was cancelled. `key.ends`: an
 * API key ends in some days.
 */
const otherEvents = [
  'pause.began',
  'pause.ended',
  'finding.opened',
  'finding.closed',
  'batch.done',
  'key.ends',
] as const;

/** `change.app` is an entry of the log about an app, and so on. `change.finding`: somebody has muted or opened one. */
export type ChangeEventType = `change.${LoggedEntity}`;
export type EventType = ChangeEventType | (typeof otherEvents)[number];
/** The events that have an entry in the log. */
export type LoggedEventType = ChangeEventType | 'pause.began' | 'pause.ended';
export const eventTypes: readonly EventType[] = [
  ...loggedEntities.map((entity) => `change.${entity}` as const),
  ...otherEvents,
];

/** The events of entries of the log, without those of pauses. */
export const changeEventTypes = eventTypes.filter((type): type is ChangeEventType =>
  type.startsWith('change.'),
);

/** Returns the event of an entry of the log; undefined for a kind of thing that only a newer version knows. */
export function eventOfEntry({
  entity,
  action,
}: {
  entity: string;
  action: string;
}): LoggedEventType | undefined {
  if (entity === 'pause') return action === 'end' ? 'pause.ended' : 'pause.began';
  return changeEventTypes.find((type) => type === `change.${entity}`);
}

/** Returns the kind of things whose entries are events of this type; undefined for events that have no entry. */
export function entityOfEvent(type: LoggedEventType): ChangeEntity;
export function entityOfEvent(type: EventType): ChangeEntity | undefined;
export function entityOfEvent(type: EventType): ChangeEntity | undefined {
  if (type === 'pause.began' || type === 'pause.ended') return 'pause';
  return changeEntities.find((entity) => type === `change.${entity}`);
}
