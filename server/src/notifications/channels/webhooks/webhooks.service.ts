import { limits } from '@adwarden/contract/limits';
import type { SentEvent } from '@adwarden/contract/notifications/sent-event';
import {
  type Delivery,
  formatOfUrl,
  isChat,
  type NewWebhook,
  type Webhook,
  type WebhookAnswer,
  type WebhookChanges,
} from '@adwarden/contract/notifications/webhooks';
import type { ChangeLog } from '../../../changes/change-log.ts';
import { databaseNow } from '../../../db/now.ts';
import type { Db, Tx } from '../../../db/schema.ts';
import type { Actor } from '../../../http/actor.ts';
import { AppError, invalidField, notFound } from '../../../kit/app-error.ts';
import { isoTime } from '../../../kit/clock.ts';
import { definedFields } from '../../../kit/defined-fields.ts';
import { newId } from '../../../kit/ids.ts';
import { hostOf, type Reach, refusalOf } from '../../../kit/outside/reach.ts';
import type { ResolveHost } from '../../../kit/outside/resolve-host.ts';
import type { Seal } from '../../../kit/seal.ts';
import { Limiter } from '../../../kit/turns/limiter.ts';
import { madeBefore, type NoteMade } from '../../../repeats/repeats.ts';
import { type Reader, someWriter } from '../../../sight/secrets.policy.ts';
import { lastPosition } from '../../events/events.store.ts';
import { wakeAlarms } from './webhooks.alarms.store.ts';
import { presentDelivery, presentWebhook } from './webhooks.present.ts';
import { openHidden, type SendTo } from './webhooks.send.service.ts';
import { newSecret } from './webhooks.signature.policy.ts';
import * as store from './webhooks.store.ts';
import {
  type Hidden,
  loggedWebhook,
  notFailing,
  type StoredWebhook,
  sealPurpose,
} from './webhooks.table.ts';
import { deletePassed } from './webhooks.turns.store.ts';

export type WebhooksDeps = {
  db: Db;
  changeLog: ChangeLog;
  seal: Seal;
  resolve: ResolveHost;
  reach: Reach;
  sendTo: SendTo;
  /** The address of the back office. */
  publicUrl: string | undefined;
  /** Renews the findings about webhooks. */
  judge: () => Promise<void>;
};

export type WebhooksService = ReturnType<typeof createWebhooks>;

/** The time that saving a URL waits for the DNS servers. If they are silent, it is saved: each delivery checks it again. */
const resolveMs = 3_000;
/** The limits of tests and of events that are sent again. They wait for the receiver; more at once are refused. */
const atHand = { places: 4, waiting: 20 };

/** Builds the actions of administrators on webhooks (ADR 57). */
export function createWebhooks(deps: WebhooksDeps) {
  const { db, changeLog, seal, resolve, reach, sendTo, publicUrl, judge } = deps;
  const byHand = new Limiter({
    ...atHand,
    refusal: () => new AppError('too-many', 'Too many events are being sent by hand: please wait'),
  });
  const never = new AbortController().signal;

  const close = (id: string, hidden: Hidden): string =>
    seal.close(JSON.stringify(hidden), sealPurpose(id));
  const present = (reader: Reader, row: StoredWebhook): Webhook =>
    presentWebhook(reader, row, openHidden(seal, row));

  /** Refuses (400) a URL whose target no webhook may reach. */
  async function mustLeadOutside(text: string): Promise<void> {
    const url = new URL(text);
    const addresses = await resolve(hostOf(url), AbortSignal.timeout(resolveMs)).catch(() => []);
    const refusal = refusalOf(url, addresses, reach);
    if (refusal !== null) throw invalidField('url', refusal);
  }

  async function existing(at: Db, id: string): Promise<StoredWebhook> {
    const row = await store.findWebhook(at, id);
    if (!row) throw notFound('Webhook');
    return row;
  }

  /** Sends an event now, and stores the result. When it arrives, the next try of a failing webhook begins at once. */
  async function sendNow(
    webhook: StoredWebhook,
    event: SentEvent,
    kind: 'again' | 'test',
  ): Promise<Delivery> {
    const { status, error, ms } = await byHand.run(() => sendTo(webhook, event, never));
    return db.transaction().execute(async (tx) => {
      // The webhook may have been deleted meanwhile.
      await existing(tx, webhook.id);
      const at = await databaseNow(tx);
      const row = {
        webhookId: webhook.id,
        kind,
        event,
        eventId: event.id,
        type: event.type,
        text: event.text,
        status,
        error,
        ms,
        tries: 1,
        firstAt: at,
        lastAt: at,
        state: error === '' ? ('delivered' as const) : ('failed' as const),
        urgent: event.urgent ? ('on' as const) : ('off' as const),
      };
      const id = await store.insertDelivery(tx, row);
      if (error === '') {
        await store.updateWebhook(tx, webhook.id, { nextAt: 0 });
        await wakeAlarms(tx, webhook.id);
      }
      return presentDelivery({ ...row, id });
    });
  }

  return {
    /** Returns a page of the webhooks, the oldest first. */
    async page(reader: Reader, query: { page: number; pageSize: number }) {
      const { rows, total } = await store.pageOfWebhooks(db, query);
      return { items: rows.map((row) => present(reader, row)), totals: { total, ...query } };
    },

    /** Adds a webhook, which gets the events from now on. The answer has its secret, unless it is a chat. */
    async add(
      actor: Actor,
      { url, enabled, format = formatOfUrl(url) ?? 'json', ...form }: NewWebhook,
      noteMade?: NoteMade,
    ): Promise<WebhookAnswer> {
      await mustLeadOutside(url);
      const id = newId();
      const secret = newSecret();
      const { hostname } = new URL(url);
      const row = await changeLog(actor, async ({ tx, at, log }) => {
        await mustHaveRoom(tx);
        const added: StoredWebhook = {
          ...form,
          id,
          format,
          name: form.name || hostname,
          host: hostname,
          sealed: close(id, { url, secret }),
          enabled: enabled ? 'on' : 'off',
          offReason: '',
          ...notFailing,
          createdById: actor.id,
          createdByName: actor.fullName,
          createdAt: at,
          changedAt: at,
          ...(await lastPosition(tx)),
          alarmSeq: 0,
          alarmUnlogged: 0,
          steps: 0,
        };
        await store.insertWebhook(tx, added);
        await noteMade?.(tx, id);
        await log({ entity: 'webhook', key: id, action: 'create', row: loggedWebhook(added) });
        return added;
      });
      return { ...present(someWriter, row), secret: isChat(format) ? null : secret };
    },

    /** Reads a webhook that was added before. A webhook with a secret is refused (409): secrets are shown once. */
    async readAdded(id: string): Promise<WebhookAnswer> {
      const row = await existing(db, id);
      if (isChat(row.format)) return { ...present(someWriter, row), secret: null };
      throw madeBefore(
        id,
        'This webhook was added before. Its secret was shown then: make a new one if nobody has it',
      );
    },

    /**
     * Changes a webhook: absent fields stay. It is tried at once, and its 24 hours begin again. A webhook that is turned on again
     * gets the events from then on. A chat that becomes a program gets a new secret, because nobody was told the chat's secret.
     * Refuses (409) to keep a secret whose key is lost.
     */
    async update(
      actor: Actor,
      id: string,
      { url, enabled, newSecret: wantsSecret = false, ...form }: WebhookChanges,
    ): Promise<WebhookAnswer> {
      if (url !== undefined) await mustLeadOutside(url);
      let secret: string | null = null;
      const row = await changeLog(actor, async ({ tx, at, log }) => {
        const before = await existing(tx, id);
        const hidden = openHidden(seal, before);
        if (!hidden && (url === undefined || !wantsSecret)) {
          throw new AppError(
            'conflict',
            'The key of this webhook is lost: enter its URL again, and make a new secret',
          );
        }
        const format =
          form.format ?? (url === undefined ? null : formatOfUrl(url)) ?? before.format;
        const isNewProgram = isChat(before.format) && !isChat(format);
        secret = wantsSecret || isNewProgram ? newSecret() : null;
        const next: Hidden = {
          url: url ?? hidden?.url ?? '',
          secret: secret ?? hidden?.secret ?? '',
        };
        const host = new URL(next.url).hostname;
        const isTurnedOn = enabled === true && before.enabled === 'off';
        const after: StoredWebhook = {
          ...before,
          ...definedFields(form),
          format,
          name: form.name === undefined ? before.name : form.name || host,
          host,
          sealed: close(id, next),
          changedAt: at,
          ...notFailing,
          ...(enabled !== undefined && { enabled: enabled ? 'on' : 'off', offReason: '' }),
          ...(isTurnedOn && (await lastPosition(tx))),
        };
        await store.updateWebhook(tx, id, after);
        if (isTurnedOn) await deletePassed(tx, id, after);
        await wakeAlarms(tx, id);
        const action = wantsSecret ? 'rotate-token' : 'update';
        await log({ entity: 'webhook', key: id, action, row: loggedWebhook(after) });
        return after;
      });
      await judge();
      return { ...present(someWriter, row), secret: isChat(row.format) ? null : secret };
    },

    /** Deletes a webhook; returns its name. */
    async remove(actor: Actor, id: string): Promise<string> {
      const { name } = await changeLog(actor, async ({ tx, log }) => {
        const row = await existing(tx, id);
        await store.deleteWebhook(tx, id);
        await log({ entity: 'webhook', key: id, action: 'delete', row: loggedWebhook(row) });
        return row;
      });
      await judge();
      return name;
    },

    /** Sends a test event now. */
    async test(id: string): Promise<Delivery> {
      const webhook = await existing(db, id);
      const event: SentEvent = {
        id: `test-${newId()}`,
        type: 'test',
        at: isoTime(await databaseNow(db)),
        data: {},
        text: `This is a test event of Adwarden for the webhook “${webhook.name}”`,
        url: publicUrl ?? null,
        urgent: false,
      };
      return sendNow(webhook, event, 'test');
    },

    /** Returns a page of the deliveries of a webhook, the newest first. */
    async deliveries(id: string, query: { page: number; pageSize: number }) {
      await existing(db, id);
      const { rows, total } = await store.pageOfDeliveries(db, id, query);
      return { items: rows.map(presentDelivery), totals: { total, ...query } };
    },

    /** Sends the event of a delivery again now, with the id that it had. */
    async sendAgain(id: string, deliveryID: string): Promise<Delivery> {
      const webhook = await existing(db, id);
      const number = /^\d{1,15}$/.test(deliveryID) ? Number(deliveryID) : 0;
      const delivery = await store.findDelivery(db, id, number);
      if (!delivery) throw notFound('Delivery');
      return sendNow(webhook, delivery.event, 'again');
    },
  };
}

/** Refuses (409) a webhook beyond the most that there may be. */
async function mustHaveRoom(tx: Tx): Promise<void> {
  const { most } = limits.webhooks;
  if ((await store.countWebhooks(tx)) < most) return;
  throw new AppError(
    'conflict',
    `There are ${most} webhooks, as many as there may be: delete some`,
  );
}
