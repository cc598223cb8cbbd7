import { limits } from '@adwarden/contract/limits';
import { further, isBehind, nearer } from '../../events/events.position.policy.ts';
import { causerOf, isLogged, type Position, type StoredEvent } from '../../events/events.table.ts';
import type { StoredWebhook } from './webhooks.table.ts';

/** The events of one person. Those after `after` wait, up to `until`; both are equal when none waits. */
export type Share = { causer: string; after: Position; until: Position };

/**
 * The state of a webhook's undelivered events. Everything up to the position of the webhook is dealt with; after it, each
 * person's events are dealt with up to that person's `after`. `shares` is in the order of turns.
 */
export type Turns = {
  shares: Map<string, Share>;
  /** The position up to which events were put into shares. */
  read: Position;
  /** The position up to which events were searched for alarms; equal to `read`, or further. */
  examined: Position;
  /** Whether there are as many people as allowed: then the next ones wait for room. */
  isFull: boolean;
};

/** Builds the state from the stored positions of a webhook, at the start or after another process has delivered. */
export function openTurns(
  base: Position,
  examined: Position,
  stored: readonly (Position & { causer: string })[],
): Turns {
  const shares = new Map<string, Share>();
  for (const { causer, seq, unlogged } of stored) {
    const after = further({ seq, unlogged }, base);
    shares.set(causer, { causer, after, until: after });
  }
  return { shares, read: base, examined: further(examined, base), isFull: false };
}

/** Returns the position after which the next events must be read. */
export const cursorOf = ({ isFull, read, examined }: Turns): Position => (isFull ? examined : read);

/** Tells whether an event, by its number, is dealt with in the share of its person. */
export const isDealtWith = (
  { shares }: Turns,
  { causer, seq, unlogged }: Position & { causer: string },
): boolean => {
  const after = shares.get(causer)?.after;
  return after !== undefined && seq <= after.seq && unlogged <= after.unlogged;
};

/** Tells whether a webhook gets an event. A chat gets a batch once, at its end, and not each of its changes. */
export const isWanted = (
  { format, events }: Pick<StoredWebhook, 'format' | 'events'>,
  event: StoredEvent,
): boolean =>
  events.includes(event.type) &&
  (format === 'json' || !isLogged(event) || event.entry.batch === null);

/** Returns the number of an event: that of its entry, or of an event without one; the other one is 0. */
export const numberOf = (event: StoredEvent): Position =>
  isLogged(event) ? { seq: event.entry.seq, unlogged: 0 } : { seq: 0, unlogged: event.id };

/**
 * Puts the events after `cursorOf` into the shares of the people who caused them; `position` is the one after all events that
 * were read.
 */
export function takeIn(turns: Turns, events: readonly StoredEvent[], position: Position): void {
  turns.examined = further(turns.examined, position);
  if (turns.isFull) return;
  let before = turns.read;
  for (const event of events) {
    const causer = causerOf(event);
    const number = numberOf(event);
    if (!turns.shares.has(causer) && turns.shares.size >= limits.webhooks.causers) {
      turns.isFull = true;
      turns.read = before;
      return;
    }
    const share = turns.shares.get(causer) ?? { causer, after: before, until: before };
    if (isBehind(share.after, number)) {
      // A number of 0 means no number in that table.
      share.until = further(further(share.until, share.after), number);
      turns.shares.set(causer, share);
    }
    before = event.position;
  }
  turns.read = position;
}

export const isWaiting = ({ after, until }: Share): boolean => isBehind(after, until);

/** Returns the shares with waiting events, in the order of turns. */
export const waitingOf = ({ shares }: Turns): Share[] => [...shares.values()].filter(isWaiting);

/** Returns the position up to which everything is dealt with, if the share `changed` is dealt with up to its `after`. */
export function baseOf({ shares, read }: Turns, changed?: Share): Position {
  let base = read;
  for (const share of shares.values()) {
    const current = share.causer === changed?.causer ? changed : share;
    if (isWaiting(current)) base = nearer(base, current.after);
  }
  return base;
}

/**
 * Ends the turn of a person after one of their events: everybody else comes first. Forgets the shares that the base has passed.
 */
export function endTurn(turns: Turns, share: Share): void {
  turns.shares.delete(share.causer);
  turns.shares.set(share.causer, share);
  const base = baseOf(turns);
  for (const one of turns.shares.values()) {
    if (!isWaiting(one) && !isBehind(base, one.after)) turns.shares.delete(one.causer);
  }
  if (turns.shares.size < limits.webhooks.causers) turns.isFull = false;
}
