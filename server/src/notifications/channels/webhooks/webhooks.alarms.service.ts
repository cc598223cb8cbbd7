import { limits } from '@adwarden/contract/limits';
import type { SentEvent } from '@adwarden/contract/notifications/sent-event';
import { isDatabaseGone } from '../../../db/errors.ts';
import type { Lease } from '../../../db/lease.ts';
import { databaseNow } from '../../../db/now.ts';
import type { Db, Tx } from '../../../db/schema.ts';
import { internalMessage } from '../../../kit/app-error.ts';
import type { Logger } from '../../../kit/logger.ts';
import { isAlarm, isOfHouse } from '../../events/events.alarm.policy.ts';
import { readEvent } from '../../events/events.store.ts';
import {
  causerOf,
  isLogged,
  type Position,
  type StoredEvent,
  thingOf,
} from '../../events/events.table.ts';
import * as alarms from './webhooks.alarms.store.ts';
import { isGivenUp, pauseAfter } from './webhooks.retry.policy.ts';
import type { SendTo } from './webhooks.send.service.ts';
import * as store from './webhooks.store.ts';
import type { Outcome, StoredWebhook } from './webhooks.table.ts';
import { isWanted, numberOf } from './webhooks.turns.policy.ts';

const { atOnce, waiting: most, waitingOf: mostOf } = limits.alarms;

/** The dependencies of sending events. */
export type SendingDeps = {
  db: Db;
  /** The lease of delivery: only the process that holds it delivers. */
  lease: Lease;
  sendTo: SendTo;
  /** Reads the description of an event; null when it was pruned. */
  describe: (event: StoredEvent) => Promise<SentEvent | null>;
  /** Counts a try. */
  count: (outcome: Outcome) => void;
  logger: Logger;
};

type Deps = SendingDeps & {
  signal: AbortSignal;
  /** Reports an error that ends the work. */
  fail: (error: unknown) => void;
};

type OnItsWay = { rank: number; done: Promise<void> };

const keyOf = ({ seq, unlogged }: Position): string => `${seq}/${unlogged}`;

/** Returns the thing that an alarm is about. Findings do not wait for each other. */
function thingText(event: StoredEvent): string {
  if (!isLogged(event)) return `event ${event.id}`;
  const { entity, key } = thingOf(event);
  return `${entity} ${key}`;
}

/**
 * Builds the sender of alarms ahead of their turn (ADR 67), a few at once for each webhook. The database has a row for each alarm
 * until it has arrived, so a process that dies loses none.
 */
export function createAlarms(deps: Deps) {
  const { db, lease, sendTo, describe, count, logger, signal, fail } = deps;
  const workers = new Map<string, Set<Promise<void>>>();
  /** The alarms on their way, by webhook and number. */
  const sending = new Map<string, Map<string, OnItsWay>>();
  /** The event that each chat is being sent in its turn, by webhook. */
  const inTurn = new Map<string, string>();
  /** Webhooks that may have alarms, and the number of times that this was noted. */
  const noted = new Map<string, number>();

  const note = (id: string) => noted.set(id, (noted.get(id) ?? 0) + 1);

  /** Chooses the next alarm to send. It counts as on its way until `end` is called. */
  async function begin(webhook: StoredWebhook) {
    const { id, format } = webhook;
    const before = noted.get(id);
    const next = { most: 3 * atOnce, inOrder: format !== 'json' };
    const rows = await alarms.nextAlarms(db, id, next);
    if (rows.length === 0 && noted.get(id) === before) noted.delete(id);
    const current = sending.get(id) ?? new Map<string, OnItsWay>();
    const ofOwners = [...current.values()].filter(({ rank }) => rank > 0).length;
    const alarm = rows.find(
      (row) =>
        row.isDue &&
        !current.has(keyOf(row)) &&
        inTurn.get(id) !== keyOf(row) &&
        (row.rank === 0 || ofOwners < atOnce - 1),
    );
    if (!alarm) return null;
    const { promise: done, resolve } = Promise.withResolvers<void>();
    current.set(keyOf(alarm), { rank: alarm.rank, done });
    sending.set(id, current);
    const end = () => {
      current.delete(keyOf(alarm));
      resolve();
    };
    return { alarm, end };
  }

  const inOne = <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work);

  async function deliver(webhook: StoredWebhook, alarm: alarms.StoredAlarm): Promise<void> {
    const event = await readEvent(db, webhook.events, alarm);
    const said = event && (await describe(event));
    // The event was pruned, or the webhook does not want it any more.
    if (!said) return inOne((tx) => alarms.deleteAlarm(tx, webhook.id, alarm));
    const urgent = { ...said, urgent: true };
    const outcome = await sendTo(webhook, urgent, signal);
    count(outcome);
    await inOne(async (tx) => {
      // The webhook may have been deleted meanwhile.
      if (!(await store.findWebhook(tx, webhook.id))) return;
      const state = await settle(tx, webhook, alarm, outcome);
      await store.saveTry(tx, webhook.id, urgent, { ...outcome, state });
    });
  }

  /** Stores the result of a try. A chat skips the turn of an alarm that has arrived; a program gets it again in its turn. */
  async function settle(
    tx: Tx,
    { id, format }: StoredWebhook,
    alarm: alarms.StoredAlarm,
    { error, retryAfterMs }: Pick<Outcome, 'error' | 'retryAfterMs'>,
  ): Promise<'delivered' | 'waiting' | 'failed'> {
    const now = await databaseNow(tx);
    if (error === '') {
      if (format === 'json') await alarms.deleteAlarm(tx, id, alarm);
      else await alarms.updateAlarm(tx, id, alarm, { arrivedAt: now });
      return 'delivered';
    }
    if (isGivenUp(now - alarm.at)) {
      await alarms.deleteAlarm(tx, id, alarm);
      return 'failed';
    }
    const tries = alarm.tries + 1;
    const nextAt = now + pauseAfter(tries, retryAfterMs);
    return (await alarms.updateAlarm(tx, id, alarm, { tries, nextAt })) ? 'waiting' : 'failed';
  }

  /** Puts an alarm off after a fault of the program, as after any failed try. */
  async function putOff(webhook: StoredWebhook, alarm: alarms.StoredAlarm, error: unknown) {
    logger.error({ err: error, webhook: webhook.id }, 'an alarm could not be delivered');
    const outcome = { error: internalMessage, retryAfterMs: null };
    await inOne((tx) => settle(tx, webhook, alarm, outcome));
  }

  /** Sends alarms to a webhook until none is due, or another process does it. */
  async function sendAll(id: string): Promise<void> {
    while (!signal.aborted && (await lease.take())) {
      const webhook = await store.findWebhook(db, id);
      if (webhook?.enabled !== 'on') {
        noted.delete(id);
        return;
      }
      const begun = await begin(webhook);
      if (!begun) return;
      // Another worker checks whether there are more alarms.
      start(id);
      try {
        await deliver(webhook, begun.alarm);
      } catch (error) {
        if (signal.aborted || isDatabaseGone(error)) throw error;
        await putOff(webhook, begun.alarm, error);
      } finally {
        begun.end();
      }
    }
  }

  function start(id: string): void {
    const some = workers.get(id) ?? new Set();
    if (some.size >= atOnce) return;
    workers.set(id, some);
    const work: Promise<void> = sendAll(id)
      .catch(fail)
      .finally(() => {
        some.delete(work);
        if (some.size === 0) workers.delete(id);
      });
    some.add(work);
  }

  return {
    /** Notes that a webhook may have alarms. */
    note,
    hasSome: (id: string): boolean => noted.has(id),

    /**
     * Stores the alarms among these events, and the position up to which events were examined. Alarms beyond a person's share, or
     * beyond the most that there may be, come only in their turn.
     */
    async remember(
      webhook: StoredWebhook,
      events: readonly StoredEvent[],
      examined: Position,
    ): Promise<void> {
      const found = events.filter((event) => isWanted(webhook, event) && isAlarm(event));
      if (found.length === 0) return;
      const { id: webhookId } = webhook;
      await inOne(async (tx) => {
        const counts = await alarms.countAlarms(tx, webhookId);
        const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0);
        let all = sum(counts.map((row) => row.all));
        let ofOwners = sum(counts.map((row) => (row.rank > 0 ? row.all : 0)));
        const waiting = new Map<string, number>();
        for (const row of counts) {
          waiting.set(row.causer, (waiting.get(row.causer) ?? 0) + row.all - row.arrived);
        }
        const rows = [];
        for (const event of found) {
          const causer = causerOf(event);
          const rank = isOfHouse(event) ? 0 : 1;
          const own = waiting.get(causer) ?? 0;
          const hasRoom = own < mostOf && all < most && (rank === 0 || ofOwners < most / 2);
          if (!hasRoom) continue;
          all += 1;
          ofOwners += rank;
          waiting.set(causer, own + 1);
          const { seq, unlogged } = numberOf(event);
          rows.push({ webhookId, seq, unlogged, causer, thing: thingText(event), rank });
        }
        await alarms.insertAlarms(tx, rows);
        await alarms.saveExamined(tx, webhookId, examined);
      });
      note(webhookId);
    },

    /** Begins to send the alarms of a webhook. */
    start,

    /**
     * Sends an event to a chat in its turn by `send`, unless it was an alarm that the chat already has: then returns false. It
     * waits for an alarm that is on its way, so that the chat gets it once.
     */
    async onceInTurn(
      { id }: StoredWebhook,
      event: StoredEvent,
      send: () => Promise<void>,
    ): Promise<boolean> {
      const number = numberOf(event);
      inTurn.set(id, keyOf(number));
      try {
        await sending.get(id)?.get(keyOf(number))?.done;
        if (await alarms.hasArrived(db, id, number)) return false;
        await send();
        return true;
      } finally {
        inTurn.delete(id);
      }
    },

    /** Forgets a webhook that is off or gone. */
    forget(id: string): void {
      noted.delete(id);
      sending.delete(id);
    },

    /** Resolves when nothing is on its way any more. */
    async end(): Promise<void> {
      await Promise.all([...workers.values()].flatMap((some) => [...some]));
    },
  };
}
