import { z } from 'zod';
import type { Call } from '../call.ts';
import { success } from '../envelope.ts';
import { choice, inPath, optionalText, requiredText, time } from '../fields.ts';
import { limits } from '../limits.ts';
import { pageQuery, pageTotals } from '../lists.ts';
import { requestBodies, responseBodies } from '../named.ts';
import { eventTypes } from './events.ts';

/* Webhooks: an address of another program that is told what happens (ADR 57). */

/** `json` is the event itself; the others are messages of chats. */
export const webhookFormats = ['json', 'slack', 'discord', 'teams'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/**
 * Tells whether a format is that of a chat. Chats take messages of their own form, and check no signature: they have no secret.
 */
export const isChat = (format: WebhookFormat): boolean => format !== 'json';

/** Host, path and format of each chat. Discord accepts the Slack format at an address that ends with /slack. */
const chats: [RegExp, RegExp, WebhookFormat][] = [
  [/^hooks\.slack(-gov)?\.com$/, /^/, 'slack'],
  [
    /^((canary|ptb)\.)?discord(app)?\.com$/,
    /^\/api\/(v\d+\/)?webhooks\/[^/]+\/[^/]+\/slack\/?$/,
    'slack',
  ],
  [/^((canary|ptb)\.)?discord(app)?\.com$/, /^\/api\/(v\d+\/)?webhooks\//, 'discord'],
  [/(^|\.)(webhook\.office\.com|logic\.azure\.(com|us)|powerplatform\.com)$/, /^/, 'teams'],
  [/^outlook\.office(365)?\.com$/, /^\/webhook/, 'teams'],
];

/** Returns the format that the chat at an address takes; null when it is no known chat. */
export function formatOfUrl(text: string): WebhookFormat | null {
  const [, host = '', path = ''] =
    /^https:\/\/([^/?#:@\s]+)(?::\d+)?([^?#]*)/i.exec(text.trim()) ?? [];
  const hostname = host.toLowerCase();
  return chats.find(([ofHost, ofPath]) => ofHost.test(hostname) && ofPath.test(path))?.[2] ?? null;
}

const loopback = String.raw`localhost|127(\.\d{1,3}){3}|\[::1\]`;
const place = String.raw`(:\d{1,5})?([/?#]|$)`;
const isSafe = /^https:\/\/[^/?#\s]+/i;
const isOwnMachine = new RegExp(`^http:\\/\\/(${loopback})${place}`, 'i');

const url = requiredText('Please Enter URL', { label: 'URL', max: limits.webhooks.url })
  .refine((text) => isSafe.test(text) || isOwnMachine.test(text), {
    error: 'URL must begin with https:// (http:// only to this machine)',
    abort: true,
  })
  .refine((text) => z.url().safeParse(text).success, {
    error: 'URL must be an address, like https://hooks.example.com/adwarden',
    abort: true,
  })
  .refine((text) => !/^[^/]+\/\/[^/?#]*@/.test(text), {
    error: 'URL must not have a user or a password in it',
  })
  .meta({ format: 'uri' });

const events = z
  .array(z.enum(eventTypes, { error: ({ input }) => `There is no event “${String(input)}”` }), {
    error: 'Please Select Events',
  })
  .min(1, 'Please Select Events')
  .max(eventTypes.length, 'Events must differ')
  .refine((all) => new Set(all).size === all.length, { error: 'Events must differ' })
  .meta({ uniqueItems: true });

const form = {
  /** The name that people give it; the host of the URL when it is blank. */
  name: optionalText({ label: 'Name', max: limits.webhooks.name }),
  url,
  events,
  format: choice(webhookFormats, 'Please Select Format', 'Format'),
  enabled: z.boolean({ error: 'Enabled must be true or false' }),
};

/** Without `format`, it is that of the chat at the URL, otherwise `json`. */
export const newWebhook = z
  .object({
    ...form,
    name: form.name.default(''),
    format: form.format.optional(),
    enabled: form.enabled.default(true),
  })
  .register(requestBodies, { id: 'NewWebhook' });
export type NewWebhook = z.infer<typeof newWebhook>;

/**
 * An edit: absent fields stay, but a new URL of a chat brings its format. `newSecret` makes a new secret, which is in the
 * answer; the old one is invalid at once.
 */
export const webhookChanges = z
  .object({ ...form, newSecret: z.boolean({ error: 'New secret must be true or false' }) })
  .partial()
  .register(requestBodies, { id: 'WebhookChanges' });
export type WebhookChanges = z.infer<typeof webhookChanges>;

/** `failing`: the last try failed, and it is tried again. `off`: nothing is sent. */
export const webhookStates = ['on', 'failing', 'off'] as const;
export type WebhookState = (typeof webhookStates)[number];

/**
 * A webhook. `url` is `Hidden` when the key that sealed it is lost. `offReason`: why Adwarden turned it off; '' when a
 * person did. `lastError`: why the last try failed.
 */
export const webhook = z
  .object({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    events: z.array(z.enum(eventTypes)),
    format: z.enum(webhookFormats),
    enabled: z.boolean(),
    state: z.enum(webhookStates),
    offReason: z.string(),
    failingSince: time.nullable(),
    nextTryAt: time.nullable(),
    lastError: z.string(),
    createdBy: z.string(),
    createdAt: time,
    changedAt: time,
  })
  .register(responseBodies, { id: 'Webhook' });
export type Webhook = z.infer<typeof webhook>;

/** `secret` is only in the answer to the call that made it; in all others, and for a chat, it is null. */
export const webhookAnswer = success(webhook.extend({ secret: z.string().nullable() })).register(
  responseBodies,
  { id: 'WebhookAnswer' },
);
export type WebhookAnswer = z.infer<typeof webhookAnswer>['data'];

/** The oldest first. */
export const webhookList = success(z.array(webhook))
  .extend(pageTotals)
  .register(responseBodies, { id: 'WebhookList' });
export const webhookListQuery = z.strictObject(pageQuery);

export const deletedWebhook = success(z.object({ id: z.string() })).register(responseBodies, {
  id: 'DeletedWebhook',
});

/** The state of an event at a receiver. `waiting`: it is tried again. `failed`: it is not. */
export const deliveryStates = ['delivered', 'waiting', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
/** `event`: as it happened. `again`: somebody has sent it again. `test`: a test event. */
export const deliveryKinds = ['event', 'again', 'test'] as const;

/**
 * A delivery. `event` has the beginning of what was sent. `status` is the HTTP status of the last try, null when there was
 * no answer; `error` says why it failed. `ms`: how long the last try took. `urgent`: it was sent ahead of its turn.
 */
export const delivery = z
  .object({
    id: z.string(),
    kind: z.enum(deliveryKinds),
    event: z.object({ id: z.string(), type: z.string(), text: z.string() }),
    urgent: z.boolean(),
    state: z.enum(deliveryStates),
    status: z.number().nullable(),
    error: z.string(),
    tries: z.number(),
    ms: z.number(),
    firstAt: time,
    lastAt: time,
  })
  .register(responseBodies, { id: 'Delivery' });
export type Delivery = z.infer<typeof delivery>;
export const deliveryAnswer = success(delivery).register(responseBodies, { id: 'DeliveryAnswer' });

/** The newest first; the last `limits.webhooks.deliveries` are kept. */
export const deliveryList = success(z.array(delivery))
  .extend(pageTotals)
  .register(responseBodies, { id: 'DeliveryList' });
export const deliveryListQuery = z.strictObject(pageQuery);

export const sendAgainForm = z
  .strictObject({
    deliveryID: requiredText('Please Select Delivery', { label: 'Delivery', max: limits.text.id }),
  })
  .register(requestBodies, { id: 'SendAgain' });

const webhookID = z.object({ webhookID: inPath('a webhook', 'Webhook') });

/** The calls about webhooks. */
export const webhookCalls = {
  getWebhooks: {
    method: 'GET',
    path: '/webhooks',
    who: 'admin',
    viewers: true,
    keys: 'read',
    summary: 'List the webhooks: addresses that are told what happens',
    query: webhookListQuery,
    answer: webhookList,
  },
  addWebhook: {
    method: 'POST',
    path: '/webhooks',
    who: 'admin',
    viewers: false,
    keys: false,
    creates: true,
    holds: 'view',
    summary: 'Add a webhook; the answer has its secret, once, unless it is a chat',
    body: newWebhook,
    answer: webhookAnswer,
    refusals: ['conflict'],
  },
  updateWebhook: {
    method: 'PUT',
    path: '/webhooks/:webhookID',
    who: 'admin',
    viewers: false,
    keys: false,
    holds: 'view',
    summary: 'Change a webhook, turn it on or off, or make a new secret',
    params: webhookID,
    body: webhookChanges,
    answer: webhookAnswer,
    refusals: ['not-found', 'conflict'],
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/webhooks/:webhookID',
    who: 'admin',
    viewers: false,
    keys: false,
    summary: 'Delete a webhook, and its deliveries',
    params: webhookID,
    answer: deletedWebhook,
    refusals: ['not-found'],
  },
  testWebhook: {
    method: 'POST',
    path: '/webhooks/:webhookID/test',
    who: 'admin',
    viewers: false,
    keys: false,
    summary: 'Send a test event now, and say what became of it',
    params: webhookID,
    answer: deliveryAnswer,
    refusals: ['not-found', 'too-many'],
  },
  getDeliveries: {
    method: 'GET',
    path: '/webhooks/:webhookID/deliveries',
    who: 'admin',
    viewers: true,
    keys: 'read',
    summary: 'List the last deliveries of a webhook, the newest first',
    params: webhookID,
    query: deliveryListQuery,
    answer: deliveryList,
    refusals: ['not-found'],
  },
  sendAgain: {
    method: 'POST',
    path: '/webhooks/:webhookID/sendAgain',
    who: 'admin',
    viewers: false,
    keys: false,
    summary: 'Send the event of a delivery again now, and say what became of it',
    params: webhookID,
    body: sendAgainForm,
    answer: deliveryAnswer,
    refusals: ['not-found', 'too-many'],
  },
} as const satisfies Record<string, Call>;
