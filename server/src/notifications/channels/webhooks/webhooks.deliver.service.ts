import { limits } from '@adwarden/contract/limits';
import { type EventType, eventTypes } from '@adwarden/contract/notifications/events';
import type { SentEvent } from '@adwarden/contract/notifications/sent-event';
import type { ChangeLog } from '../../../changes/change-log.ts';
import { isDatabaseGone } from '../../../db/errors.ts';
import { databaseNow } from '../../../db/now.ts';
import type { Tx } from '../../../db/schema.ts';
import { systemAuthor } from '../../../http/actor.ts';
import { internalMessage } from '../../../kit/app-error.ts';
import { isAlarm } from '../../events/events.alarm.policy.ts';
import { isBehind, isSame } from '../../events/events.position.policy.ts';
import { earlierOfOthers, lastPosition, readEvents } from '../../events/events.store.ts';
import type { Position, StoredEvent } from '../../events/events.table.ts';
import { createAlarms, type SendingDeps } from './webhooks.alarms.service.ts';
import { deleteAlarm } from './webhooks.alarms.store.ts';
import { isGivenUp, pauseAfter } from './webhooks.retry.policy.ts';
import * as store from './webhooks.store.ts';
import { loggedWebhook, notFailing, type Outcome, type StoredWebhook } from './webhooks.table.ts';
import {
  baseOf,
  cursorOf,
  endTurn,
  isDealtWith,
  isWaiting,
  isWanted,
  numberOf,
  openTurns,
  type Share,
  type Turns,
  takeIn,
  waitingOf,
} from './webhooks.turns.policy.ts';
import { deletePassed, positionsOfCausers, savePositionOfCauser } from './webhooks.turns.store.ts';

export type DeliverDeps = SendingDeps & {
  changeLog: ChangeLog;
  /** Renews the findings about webhooks. */
  judge: () => Promise<void>;
};

/** An event to deliver, the share of the person whose turn it is, and the position of the share after it. */
type Next = { event: SentEvent; stored: StoredEvent; share: Share; position: Position };

/** The state of a webhook in this process; it is valid while the stored row is unchanged. */
type Known = Turns & Pick<StoredWebhook, 'changedAt' | 'steps'>;

/** The number of events of a share that are read at once. They are small: their descriptions are read later. */
const readAtOnce = 20;
/** The number of events that are read at once to find alarms and to fill shares. */
const lookAtOnce = 500;
/** The number of entries without delivery after which the position is stored. */
const storeEvery = 5_000;

/**
 * Builds the delivery of events to webhooks: each webhook by itself, one event after the other. The people who cause events take
 * turns; events of one person, and about one thing, come in their order. Alarms go ahead of their turn (ADR 67). No event waits
 * in memory: a webhook stores its position, and reads the next event when the last one has arrived. So whatever happens to a
 * process, an event arrives at least once.
 */
export function createDeliver(deps: DeliverDeps) {
  const { db, changeLog, lease, sendTo, describe, judge, count, logger } = deps;
  const working = new Map<string, Promise<void>>();
  const known = new Map<string, Known>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let failure: unknown;
  const fail = (error: unknown) => {
    if (!signal.aborted) failure = error;
  };
  const alarms = createAlarms({ db, lease, sendTo, describe, count, logger, signal, fail });

  /** Returns the known state of a webhook; undefined when somebody has changed it, or another process has delivered. */
  function turnsOf({ id, changedAt, steps }: StoredWebhook): Known | undefined {
    const turns = known.get(id);
    // The known state has more steps when it has delivered since the row was read.
    return turns?.changedAt === changedAt && turns.steps >= steps ? turns : undefined;
  }

  async function open(webhook: StoredWebhook): Promise<void> {
    const { id, seq, unlogged, alarmSeq, alarmUnlogged, changedAt, steps } = webhook;
    const examined = { seq: alarmSeq, unlogged: alarmUnlogged };
    const stored = await positionsOfCausers(db, id);
    const turns = openTurns({ seq, unlogged }, examined, stored);
    known.set(id, { ...turns, changedAt, steps });
    alarms.note(id);
  }

  /**
   * Reads the events up to a position: stores the alarms among them, and puts all into the shares of the people who caused them.
   * One reading serves all webhooks at the same position.
   */
  async function lookThrough(webhooks: readonly StoredWebhook[], end: Position): Promise<void> {
    const wanted = new Set(webhooks.flatMap(({ events }) => events));
    const types: EventType[] = eventTypes.filter((type) => wanted.has(type));
    for (;;) {
      const behind = webhooks.flatMap((webhook) => {
        const turns = turnsOf(webhook);
        return turns && isBehind(cursorOf(turns), end) ? [{ webhook, turns }] : [];
      });
      const cursors = behind.map(({ turns }) => cursorOf(turns));
      const after = cursors.find((one) => !cursors.some((other) => isBehind(other, one)));
      // If two cursors are each ahead of the other in one of the two tables, they are read one by one.
      const from = after ?? cursors[0];
      if (!from || signal.aborted) return;
      const read = await readEvents(db, { types, after: from, most: lookAtOnce, end });
      for (const { webhook, turns } of behind) {
        if (!isSame(cursorOf(turns), from)) continue;
        const events = read.events.filter((event) => isWanted(webhook, event));
        const fresh = events.filter((event) => isBehind(turns.examined, numberOf(event)));
        await alarms.remember(webhook, fresh, read.position);
        takeIn(turns, events, read.position);
      }
    }
  }

  /** Returns the next event of a share; null when nothing in it has to be delivered. */
  async function nextOfShare(
    webhook: StoredWebhook,
    share: Share,
  ): Promise<Omit<Next, 'share'> | null> {
    const { events: types, format } = webhook;
    while (isWaiting(share)) {
      const { after, until: end, causer } = share;
      const skipsBatches = format !== 'json';
      const reading = { types, after, end, causer, skipsBatches, most: readAtOnce };
      const { events, position } = await readEvents(db, reading);
      for (const stored of events) {
        const event = await describe(stored);
        if (event) return { event, stored, position: stored.position };
        share.after = stored.position;
      }
      share.after = position;
    }
    return null;
  }

  /** Tells whether an earlier event about the same thing waits in another person's share. */
  async function hasToWait(
    webhook: StoredWebhook,
    turns: Turns,
    event: StoredEvent,
  ): Promise<boolean> {
    const after = baseOf(turns);
    const skipsBatches = webhook.format !== 'json';
    const reading = { types: webhook.events, after, skipsBatches };
    const earlier = await earlierOfOthers(db, event, reading);
    return earlier.some((one) => turns.shares.has(one.causer) && !isDealtWith(turns, one));
  }

  /**
   * Returns the next event of a webhook: that of the person whose turn it is, unless it has to wait for another person's event.
   */
  async function nextOf(webhook: StoredWebhook, turns: Turns): Promise<Next | null> {
    let first: Next | null = null;
    const waiting = waitingOf(turns);
    for (const share of waiting) {
      const next = await nextOfShare(webhook, share);
      if (!next) {
        endTurn(turns, share);
        continue;
      }
      const isFree = waiting.length === 1 || !(await hasToWait(webhook, turns, next.stored));
      if (isFree) return { ...next, share };
      first ??= { ...next, share };
    }
    return first;
  }

  /** Stores the position of a webhook when it has passed many events without delivery. */
  async function storePassed(webhook: StoredWebhook, turns: Known): Promise<void> {
    const base = baseOf(turns);
    if (base.seq - webhook.seq < storeEvery) return;
    await inOne(async (tx) => {
      if (await step(tx, webhook, turns, base)) await deletePassed(tx, webhook.id, base);
    });
  }

  const inOne = <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work);

  /** Changes columns of a webhook; returns false when somebody has changed it, or has delivered, since it was read. */
  async function step(
    tx: Tx,
    webhook: StoredWebhook,
    turns: Known,
    changes: Partial<StoredWebhook>,
  ): Promise<boolean> {
    if (!(await store.updateUnchanged(tx, webhook, changes))) return false;
    turns.steps = webhook.steps + 1;
    return true;
  }

  /** Sends an event in its turn, and stores the result. */
  async function send(webhook: StoredWebhook, turns: Known, next: Next): Promise<void> {
    const outcome = await sendTo(webhook, next.event, signal);
    count(outcome);
    await settle(webhook, turns, next, outcome);
  }

  /** Stores the result of an event, unless somebody has changed the webhook meanwhile: then it is sent again. */
  async function settle(
    webhook: StoredWebhook,
    turns: Known,
    next: Next,
    outcome: Outcome,
  ): Promise<void> {
    if (outcome.error === '') return arrive(webhook, turns, next, outcome);
    const now = await databaseNow(db);
    const failed = failedAt(now, webhook, outcome);
    if (isGivenUp(now - failed.failingSince)) return turnOff(webhook, turns, next, outcome);
    await inOne(async (tx) => {
      if (!(await step(tx, webhook, turns, failed))) return;
      await store.saveTry(tx, webhook.id, next.event, { ...outcome, state: 'waiting' });
    });
  }

  /** Stores that an event has arrived, and ends the turn of its share. `outcome` is null when it arrived ahead of its turn. */
  async function arrive(
    webhook: StoredWebhook,
    turns: Known,
    { event, stored, share, position }: Next,
    outcome: Outcome | null,
  ): Promise<void> {
    const { id } = webhook;
    const { causer } = share;
    const base = baseOf(turns, { ...share, after: position });
    const isStored = await inOne(async (tx) => {
      const arrived = { tries: 0, failingSince: null, lastError: '' };
      if (!(await step(tx, webhook, turns, { ...base, ...arrived }))) return false;
      if (isBehind(base, position)) await savePositionOfCauser(tx, id, causer, position);
      await deletePassed(tx, id, base);
      if (outcome) await store.saveTry(tx, id, event, { ...outcome, state: 'delivered' });
      if (isAlarm(stored)) {
        if (outcome) await deleteAlarm(tx, id, numberOf(stored));
        await store.deleteWaiting(tx, id, event.id);
      }
      return true;
    });
    if (!isStored) return;
    share.after = position;
    endTurn(turns, share);
  }

  /** Puts a webhook off after a fault of the program, as after any failed try; otherwise its event would be sent every second. */
  async function putOff(webhook: StoredWebhook, turns: Known, error: unknown): Promise<void> {
    logger.error({ err: error, webhook: webhook.id }, 'an event could not be delivered');
    const fault = { error: internalMessage, retryAfterMs: null };
    const failed = failedAt(await databaseNow(db), webhook, fault);
    await inOne((tx) => step(tx, webhook, turns, failed));
  }

  async function turnOff(
    webhook: StoredWebhook,
    turns: Known,
    { event }: Next,
    outcome: Outcome,
  ): Promise<void> {
    const offReason = `No event arrived for ${limits.webhooks.hours} hours: ${outcome.error}`;
    const off = { enabled: 'off', offReason, ...notFailing } as const;
    await changeLog(systemAuthor, async ({ tx, log }) => {
      if (!(await step(tx, webhook, turns, off))) return;
      await store.saveTry(tx, webhook.id, event, { ...outcome, state: 'failed' });
      const row = loggedWebhook({ ...webhook, ...off });
      await log({ entity: 'webhook', key: webhook.id, action: 'update', row });
    });
    await judge();
  }

  /** Delivers an event in its turn, unless it is an alarm that a chat already has. */
  async function deliver(webhook: StoredWebhook, turns: Known, next: Next): Promise<void> {
    if (webhook.format === 'json' || !isAlarm(next.stored)) return send(webhook, turns, next);
    const isNew = await alarms.onceInTurn(webhook, next.stored, () => send(webhook, turns, next));
    if (!isNew) await arrive(webhook, turns, next, null);
  }

  /** Delivers the events of a webhook until there are none, one fails, or another process does it. */
  async function deliverTo(id: string): Promise<void> {
    while (!signal.aborted && (await lease.take())) {
      const webhook = await store.findDue(db, id);
      const turns = webhook && turnsOf(webhook);
      if (!turns) return;
      try {
        const next = await nextOf(webhook, turns);
        if (!next) return await storePassed(webhook, turns);
        await deliver(webhook, turns, next);
      } catch (error) {
        if (signal.aborted || isDatabaseGone(error)) throw error;
        await putOff(webhook, turns, error);
      }
    }
  }

  function start(id: string): void {
    const work = deliverTo(id)
      .catch(fail)
      .finally(() => working.delete(id));
    working.set(id, work);
  }

  /** Tells whether a webhook has something to deliver in its turn, and no delivery to it is running. */
  const hasTurn = ({ id, isDue }: { id: string; isDue: boolean }, turns: Turns): boolean =>
    isDue && !working.has(id) && [...turns.shares.values()].some(isWaiting);

  function forgetAllBut(ids: ReadonlySet<string>): void {
    for (const id of known.keys()) {
      if (ids.has(id)) continue;
      known.delete(id);
      alarms.forget(id);
    }
  }

  return {
    /** Begins all due deliveries without waiting for them. Throws the error of an earlier delivery. */
    async work(): Promise<boolean> {
      if (failure) {
        const error = failure;
        failure = undefined;
        throw error;
      }
      const enabled = await store.enabledWebhooks(db);
      forgetAllBut(new Set(enabled.map(({ id }) => id)));
      if (enabled.length === 0) return false;
      const end = await lastPosition(db);
      const some = enabled.filter((webhook) => {
        const turns = turnsOf(webhook);
        if (!turns) return isBehind(webhook, end);
        const isNews = isBehind(cursorOf(turns), end);
        return isNews || alarms.hasSome(webhook.id) || hasTurn(webhook, turns);
      });
      if (some.length === 0 || !(await lease.take())) return false;
      for (const webhook of some) if (!turnsOf(webhook)) await open(webhook);
      await lookThrough(some, end);
      for (const webhook of some) {
        const turns = turnsOf(webhook);
        if (!turns) continue;
        if (alarms.hasSome(webhook.id)) alarms.start(webhook.id);
        if (hasTurn(webhook, turns)) start(webhook.id);
      }
      return false;
    },

    /** Aborts the deliveries that are running, which are sent again later, and lets another process continue. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all([...working.values(), alarms.end()]);
      await lease
        .leave()
        .catch((error) => logger.warn({ err: error }, 'giving up the lease of webhooks failed'));
    },
  };
}

/** Returns the columns of a webhook after one more failed try. */
function failedAt(
  now: number,
  webhook: StoredWebhook,
  { error, retryAfterMs }: Pick<Outcome, 'error' | 'retryAfterMs'>,
) {
  const tries = webhook.tries + 1;
  const failingSince = webhook.failingSince ?? now;
  return { tries, failingSince, lastError: error, nextAt: now + pauseAfter(tries, retryAfterMs) };
}
