import { limits } from '@adwarden/contract/limits';
import type { SentEvent } from '@adwarden/contract/notifications/sent-event';
import type { ChangeLog } from '../../../changes/change-log.ts';
import { isDatabaseGone } from '../../../db/errors.ts';
import type { Lease } from '../../../db/lease.ts';
import { databaseNow } from '../../../db/now.ts';
import type { Db, Tx } from '../../../db/schema.ts';
import { systemAuthor } from '../../../http/actor.ts';
import { internalMessage } from '../../../kit/app-error.ts';
import type { Logger } from '../../../kit/logger.ts';
import { isBehind, lastPosition, readEvents } from '../../events/events.store.ts';
import { isLogged, type Position, type StoredEvent } from '../../events/events.table.ts';
import { isGivenUp, pauseAfter } from './webhooks.retry.policy.ts';
import type { SendTo } from './webhooks.send.service.ts';
import * as store from './webhooks.store.ts';
import {
  loggedWebhook,
  notFailing,
  type Outcome,
  type StoredDelivery,
  type StoredWebhook,
} from './webhooks.table.ts';

export type DeliverParts = {
  db: Db;
  changeLog: ChangeLog;
  /** Only the process that has it delivers. */
  lease: Lease;
  sendTo: SendTo;
  /** Reads what is said of an event; null when it was pruned. */
  describe: (event: StoredEvent) => Promise<SentEvent | null>;
  /** Renews the findings about webhooks. */
  judge: () => Promise<void>;
  /** Counts a try. */
  count: (outcome: Outcome) => void;
  logger: Logger;
};

/** An event to deliver, and how far the webhook is with it. */
type Next = { event: SentEvent; position: Position };

/** How many events are read at once. They are small: what is said of an event is read later. */
const readAtOnce = 20;
/** After so many entries of other types the position is stored. */
const storeEvery = 5_000;

/**
 * Builds what delivers events to webhooks: each webhook by itself, one event after the other, in their order. Nothing waits
 * in memory: a webhook stores how far it is, and reads the next event when the last one has arrived. So whatever happens
 * to a process, an event arrives at least once.
 */
export function createDeliver(parts: DeliverParts) {
  const { db, changeLog, lease, sendTo, describe, judge, count, logger } = parts;
  const working = new Map<string, Promise<void>>();
  /** Up to where each webhook has no event: the next search begins there. */
  const looked = new Map<string, Position>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let failure: unknown;

  function positionOf(webhook: StoredWebhook): Position {
    const known = looked.get(webhook.id);
    return known && isBehind(webhook, known) && !isBehind(known, webhook) ? known : webhook;
  }

  /** The next event of a webhook; null when there is none yet. */
  async function nextOf(webhook: StoredWebhook): Promise<Next | null> {
    for (;;) {
      const after = positionOf(webhook);
      const reading = { types: webhook.events, after, most: readAtOnce };
      const { events, position, isWhole } = await readEvents(db, reading);
      for (const event of events) {
        const said = isWanted(webhook, event) ? await describe(event) : null;
        if (said) return { event: said, position: event.position };
      }
      looked.set(webhook.id, position);
      if (position.seq - webhook.seq >= storeEvery) {
        await inOne((tx) => store.updateUnchanged(tx, webhook, position));
        return null;
      }
      if (isWhole) return null;
    }
  }

  /** Stores what became of an event, unless somebody has changed the webhook meanwhile: then it is sent again. */
  async function settle(webhook: StoredWebhook, next: Next, outcome: Outcome): Promise<void> {
    if (outcome.error === '') {
      const arrived = { ...next.position, tries: 0, failingSince: null, lastError: '' };
      await inOne((tx) => save(tx, webhook, arrived, next, { ...outcome, state: 'delivered' }));
      return;
    }
    const now = await databaseNow(db);
    const failed = failedAt(now, webhook, outcome);
    if (isGivenUp(now - failed.failingSince)) return turnOff(webhook, next, outcome);
    const waiting = { ...outcome, state: 'waiting' as const };
    await inOne((tx) => save(tx, webhook, failed, next, waiting));
  }

  const inOne = <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work);

  /** A fault of the program: this webhook waits as after any failed try, or its event would be sent every second. */
  async function putOff(webhook: StoredWebhook, error: unknown): Promise<void> {
    logger.error({ err: error, webhook: webhook.id }, 'an event could not be delivered');
    const fault = { error: internalMessage, retryAfterMs: null };
    const failed = failedAt(await databaseNow(db), webhook, fault);
    await inOne((tx) => store.updateUnchanged(tx, webhook, failed));
  }

  async function turnOff(webhook: StoredWebhook, next: Next, outcome: Outcome): Promise<void> {
    const offReason = `No event arrived for ${limits.webhooks.hours} hours: ${outcome.error}`;
    const off = { enabled: 'off', offReason, ...notFailing } as const;
    await changeLog(systemAuthor, async ({ tx, log }) => {
      if (!(await save(tx, webhook, off, next, { ...outcome, state: 'failed' }))) return;
      const row = loggedWebhook({ ...webhook, ...off });
      await log({ entity: 'webhook', key: webhook.id, action: 'update', row });
    });
    await judge();
  }

  /** Stores a try of an event, and what it makes of the webhook; false when somebody has changed the webhook meanwhile. */
  async function save(
    tx: Tx,
    webhook: StoredWebhook,
    changes: Partial<StoredWebhook>,
    { event }: Next,
    { status, error, ms, state }: Outcome & Pick<StoredDelivery, 'state'>,
  ): Promise<boolean> {
    if (!(await store.updateUnchanged(tx, webhook, changes))) return false;
    const { id: webhookId } = webhook;
    const lastAt = await databaseNow(tx);
    const waiting = await store.findWaiting(tx, webhookId, event.id);
    const tried = { state, status, error, ms, lastAt, tries: (waiting?.tries ?? 0) + 1 };
    if (waiting) await store.updateDelivery(tx, waiting.id, tried);
    else {
      await store.insertDelivery(tx, {
        ...{ webhookId, kind: 'event', eventId: event.id, type: event.type, text: event.text },
        ...{ event, ...tried, firstAt: lastAt },
      });
    }
    return true;
  }

  /** Delivers the events of a webhook until there are none, one fails, or another process does it. */
  async function deliverTo(id: string): Promise<void> {
    while (!signal.aborted && (await lease.take())) {
      const webhook = await store.findDue(db, id);
      if (!webhook) {
        looked.delete(id);
        return;
      }
      try {
        const next = await nextOf(webhook);
        if (!next) return;
        const outcome = await sendTo(webhook, next.event, signal);
        count(outcome);
        await settle(webhook, next, outcome);
      } catch (error) {
        if (signal.aborted || isDatabaseGone(error)) throw error;
        await putOff(webhook, error);
      }
    }
  }

  function start(id: string): void {
    const work = deliverTo(id)
      .catch((error) => {
        if (!signal.aborted) failure = error;
      })
      .finally(() => working.delete(id));
    working.set(id, work);
  }

  return {
    /** Begins to deliver what there is, and waits for nobody. Throws the error of an earlier delivery. */
    async work(): Promise<boolean> {
      if (failure) {
        const error = failure;
        failure = undefined;
        throw error;
      }
      const due = await store.dueWebhooks(db);
      if (due.length === 0) return false;
      const end = await lastPosition(db);
      const behind = due.filter(
        (webhook) => !working.has(webhook.id) && isBehind(positionOf(webhook), end),
      );
      if (behind.length === 0 || !(await lease.take())) return false;
      for (const { id } of behind) start(id);
      return false;
    },

    /** Breaks off what is being sent, which is sent again later, and lets another process go on. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(working.values());
      await lease
        .leave()
        .catch((error) => logger.warn({ err: error }, 'giving up the lease of webhooks failed'));
    },
  };
}

/** A webhook after one more failed try. */
function failedAt(
  now: number,
  webhook: StoredWebhook,
  { error, retryAfterMs }: Pick<Outcome, 'error' | 'retryAfterMs'>,
) {
  const tries = webhook.tries + 1;
  const failingSince = webhook.failingSince ?? now;
  return { tries, failingSince, lastError: error, nextAt: now + pauseAfter(tries, retryAfterMs) };
}

/** A chat is told of a batch once, at its end, and not of each of its changes. */
const isWanted = ({ format }: StoredWebhook, event: StoredEvent): boolean =>
  format === 'json' || !isLogged(event) || event.entry.batch === null;
