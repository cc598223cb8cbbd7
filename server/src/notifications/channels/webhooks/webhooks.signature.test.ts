import { randomBytes } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  answers,
  isSigned,
  openReceiver,
  type Received,
  type Receiver,
} from '../../../../test/outside/receiver.ts';
import { openWebhookServer, type WebhookServer } from '../../../../test/servers/webhook-server.ts';
import { createSeal } from '../../../kit/seal.ts';
import { newSecret } from './webhooks.signature.policy.ts';
import { sealPurpose } from './webhooks.table.ts';

const SECRET_KEY = '5e'.repeat(32);

let api: WebhookServer;
let receiver: Receiver;
beforeAll(async () => {
  api = await openWebhookServer({ SECRET_KEY });
});
afterAll(() => api?.close());
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(async () => {
  await api.deleteAll();
  await receiver.close();
});

/** Libraries in the way in which receivers use them, without any code for Adwarden. */
const libraries = [
  ['standardwebhooks', (secret: string) => new StandardWebhook(secret)],
  ['svix', (secret: string) => new SvixWebhook(secret)],
] as const;

/** Returns the headers of a request as a receiver passes them on. */
const headersOf = ({ headers }: Received) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

function only(received: Received[]): Received {
  expect(received).toHaveLength(1);
  return received[0] as Received;
}

describe.each(libraries)('a receiver with the library %s', (_, open) => {
  it('takes an event with the secret as it was shown', async () => {
    const name = 'Chaîne 😀 “שעון” 100%';
    const { id, secret } = await api.hook(receiver.url, { name });
    await api.sendTest(id);
    const got = only(receiver.received);
    expect(() => open(secret).verify(got.text, headersOf(got))).not.toThrow();
    expect(got.json.text).toContain(name);
    expect(got.headers['webhook-id']).toBe(got.json.id);
  });

  it('refuses another body, id, time and secret', async () => {
    const { id, secret } = await api.hook(receiver.url);
    const { secret: other } = await api.hook(receiver.url);
    await api.sendTest(id);
    const got = only(receiver.received);
    const headers = headersOf(got);
    const later = String(Number(headers['webhook-timestamp']) + 1);
    const refused = (by: string, text: string, over: object = {}) =>
      expect(() => open(by).verify(text, { ...headers, ...over })).toThrow('No matching signature');
    refused(secret, `${got.text} `);
    refused(secret, got.text, { 'webhook-id': 'test-other' });
    refused(secret, got.text, { 'webhook-timestamp': later });
    refused(other, got.text);
  });

  it('takes an event that is sent again, which has its id and the time of the new try', async () => {
    receiver.reacts(answers(503));
    const { id, secret } = await api.hook(receiver.url);
    const { body } = await api.sendTest(id);
    await api.sendAgain(id, body.data.id);
    expect(receiver.received).toHaveLength(2);
    const [first, second] = receiver.received.map((got) => {
      open(secret).verify(got.text, headersOf(got));
      return got.headers['webhook-id'];
    });
    expect(second).toBe(first);
  });

  it('takes every secret that is made', () => {
    const secrets = Array.from({ length: 500 }, newSecret);
    for (const secret of secrets) expect(() => open(secret)).not.toThrow();
    // Some secrets have the characters that base64url does not have, which the libraries did not take.
    expect(secrets.some((secret) => secret.includes('+') && secret.includes('/'))).toBe(true);
  });
});

describe('a secret of 0.3.2 and before', () => {
  /** Gives a webhook a secret in the old form: base64url of 32 bytes, here with both of its own characters. */
  async function oldSecret(id: string): Promise<string> {
    let text = '';
    while (!/-.*_|_.*-/.test(text)) text = randomBytes(32).toString('base64url');
    const secret = `whsec_${text}`;
    const hidden = JSON.stringify({ url: receiver.url, secret });
    const sealed = createSeal(Buffer.from(SECRET_KEY, 'hex')).close(hidden, sealPurpose(id));
    await api.db.updateTable('webhook').set({ sealed }).where('id', '=', id).execute();
    return secret;
  }

  it('goes on as it was, and libraries take it as base64', async () => {
    const { id } = await api.hook(receiver.url);
    const secret = await oldSecret(id);
    await api.sendTest(id);
    const got = only(receiver.received);
    expect(isSigned(got, secret)).toBe(true);
    const asBase64 = `${secret.slice(6).replaceAll('-', '+').replaceAll('_', '/')}=`;
    for (const [, open] of libraries) {
      expect(() => open(`whsec_${asBase64}`).verify(got.text, headersOf(got))).not.toThrow();
    }
  });
});

describe('what a receiver did before', () => {
  it('still holds for a new secret: the whole secret is the key of Adwarden-Signature', async () => {
    const { id, secret } = await api.hook(receiver.url);
    await api.sendTest(id);
    const got = only(receiver.received);
    expect(isSigned(got, secret)).toBe(true);
    expect(got.headers).toMatchObject({
      'adwarden-event': 'test',
      'adwarden-event-id': got.json.id,
    });
  });
});
