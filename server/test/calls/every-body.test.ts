import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { bodyBytesOf, type Call } from '@adwarden/contract/call';
import { type CallName, calls } from '@adwarden/contract/calls';
import { limits } from '@adwarden/contract/limits';
import { fieldsOf as fieldsOfSchema } from '@adwarden/contract/testing/body-fields';
import { oddPieces } from '@adwarden/contract/testing/odd-texts';
import { sampleAppForm, sampleUserForm } from '@adwarden/contract/testing/samples';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { childrenOf } from '../../../deploy/programs/process-tree.ts';
import { type AdsClock, startAdsClock } from '../ads/ads-clock.ts';
import { killServers, type ServerProcess, startServer } from '../servers/server-process.ts';

/*
 * No body may delay the ads. Generated bodies, as large as each call accepts, are sent to a real server while another
 * client requests ads. The machine may be busy with other work, whose time the clock takes off as far as it can. So a body
 * counts as slow only if it delays ads several times, compared with the time just before it.
 */

const mostLaterMs = 50;
const repeats = 6;
const bodiesPerCall = 24;
/** A test that takes longer hangs. It sends thousands of bodies: on a busy machine that takes many minutes. */
const mostMs = 1_800_000;

const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-bodies-'));
let server: ServerProcess;
let clock: AdsClock;
const bearers: Record<string, string> = {};

beforeAll(async () => {
  server = await startServer({ DATA_DIR: dataDir, TRUST_PROXY: '127.0.0.1', WORKERS: '1' });
  const as = await server.signIn();
  const user = sampleUserForm();
  await server.ask('/user/createNewUser', { method: 'POST', as, body: user });
  const credentials = { userID: user.userId, password: user.password };
  const owner = await server.ask('/user/login', { method: 'POST', body: credentials });
  const app = await server.ask('/apps/addApp', { method: 'POST', as, body: sampleAppForm() });
  const { appID, authToken } = app.body.data;
  Object.assign(bearers, { admin: as, 'signed-in': as, user: owner.body.token });
  const url = new URL(`/api/getAds?appID=${appID}&authToken=${authToken}`, server.address);
  const [answering = 0] = childrenOf(server.child.pid ?? 0, 'adwarden ads');
  clock = startAdsClock(url, answering);
});
afterAll(async () => {
  await clock?.stop();
  killServers();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Returns the fields of a call's body or query. */
function fieldsOf(name: CallName): string[] {
  const { body, query }: Call = calls[name];
  const schema = body ?? query;
  return schema ? fieldsOfSchema(schema).map((each) => each.name) : ['page'];
}

/** The bytes to send; `query` for calls without a body. */
type Sent = { type: string; bytes: Buffer; query?: string };

const escaped = (text: string) => JSON.stringify(text).slice(1, -1);

/** Returns a text of this number of bytes in JSON; equal parts of it repeat each piece. */
function textOf(pieces: readonly string[], bytes: number): string {
  const share = bytes / pieces.length;
  return pieces
    .map((piece) => piece.repeat(Math.floor(share / Buffer.byteLength(escaped(piece)))))
    .join('');
}

const json = (text: string): Sent => ({ type: 'application/json', bytes: Buffer.from(text) });

/** Returns a form of raw parts. */
function form(parts: { head: string; content: string | Buffer }[]): Sent {
  const chunks = parts.flatMap(({ head, content }) => [
    Buffer.from(`--edge\r\n${head}\r\n\r\n`),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ]);
  const bytes = Buffer.concat([...chunks, Buffer.from('--edge--\r\n')]);
  return { type: 'multipart/form-data; boundary=edge', bytes };
}
const field = (name: string) => `Content-Disposition: form-data; name="${name}"`;

type Recipe = { name: CallName; field: string; pieces: string[]; share: number };

/** The kinds of bodies, each as large as the call accepts, and a little larger. */
const shapes: Record<string, (recipe: Recipe) => Sent> = {
  oneText: ({ name, field: key, pieces, share }) =>
    json(
      JSON.stringify({ [key]: textOf(pieces, bodyBytesOf(calls[name]) * share - key.length - 20) }),
    ),
  everyText({ name, pieces, share }) {
    const keys = fieldsOf(name);
    const text = textOf(pieces, (bodyBytesOf(calls[name]) * share) / Math.max(1, keys.length) - 40);
    return json(JSON.stringify(Object.fromEntries(keys.map((key) => [key, text]))));
  },
  manyKeys({ name, pieces, share }) {
    const text = pieces.join('').toWellFormed();
    const count = (bodyBytesOf(calls[name]) * share) / (Buffer.byteLength(escaped(text)) + 12);
    const keys = Array.from({ length: count }, (_, index) => [text + index, index]);
    return json(JSON.stringify(Object.fromEntries(keys)));
  },
  deep({ name, field: key, share }) {
    const depth = (bodyBytesOf(calls[name]) * share) / 2 - key.length - 10;
    return json(`{"${key}":${'['.repeat(depth)}${']'.repeat(depth)}}`);
  },
  deepKeys({ name, field: key, share }) {
    const depth = ((bodyBytesOf(calls[name]) * share) / (key.length + 5)) | 0;
    return json(`${`{"${key}":`.repeat(depth)}0${'}'.repeat(depth)}`);
  },
  formText({ name, pieces }) {
    const bytes = limits.multipart.fieldBytes / 2;
    const parts = fieldsOf(name).map((key) => ({
      head: field(key),
      content: textOf(pieces, bytes),
    }));
    return form(parts);
  },
  formParts({ pieces }) {
    const parts = Array.from({ length: 20_000 }, (_, index) => ({
      head: field(`${pieces[0]}${index}`),
      content: '',
    }));
    return form(parts);
  },
  formHeaders: ({ field: key, pieces }) =>
    form([{ head: `${field(key)}\r\nX: ${textOf(pieces, 200_000)}`, content: '' }]),
  formHeaderLines: ({ field: key }) =>
    form([{ head: `${field(key)}${'\r\nX: y'.repeat(50_000)}`, content: '' }]),
  formName: ({ pieces }) => form([{ head: field(textOf(pieces, 70_000)), content: '' }]),
  formIcon({ pieces }) {
    const bytes = Buffer.alloc(limits.icon.bytes, `\r\n--edg${pieces.join('')}`);
    return form([{ head: `${field('icon')}; filename="a.png"`, content: bytes }]);
  },
};

const query = ({ field: key, pieces }: Recipe): Sent => ({
  type: 'application/json',
  bytes: Buffer.alloc(0),
  query: `?${key}=${encodeURIComponent(textOf(pieces, 3000).toWellFormed()).slice(0, 12_000)}`,
});

let callers = 0;

/** Sends it and waits for the answer, or for a closed connection if too much was sent. */
function send(name: CallName, { type, bytes, query = '' }: Sent): Promise<number> {
  const { method, path, who }: Call = calls[name];
  callers += 1;
  return new Promise((resolve) => {
    const asking = request(
      `${server.address}${path.replace(/:\w+/, 'nobody')}${query}`,
      {
        method,
        headers: {
          // Each from another address, so that the limit of wrong sign-ins does not apply.
          'x-forwarded-for': `10.${callers >> 16}.${(callers >> 8) & 255}.${callers & 255}`,
          ...(bytes.length > 0 && { 'content-type': type, 'content-length': bytes.length }),
          ...(bearers[who] && { authorization: `Bearer ${bearers[who]}` }),
        },
      },
      (response) => response.resume().on('close', () => resolve(response.statusCode ?? 0)),
    );
    asking.on('error', () => resolve(0)).end(bytes);
  });
}

/** Measures the largest delay of ads while a call was answered. */
async function lateness(name: CallName, sent: Sent): Promise<number> {
  await clock.worst();
  const status = await send(name, sent);
  expect(status, `${name} answers a body of ${sent.bytes.length} bytes`).toBeLessThan(500);
  return clock.worst();
}

async function quiet(ms: number): Promise<number> {
  await clock.worst();
  await pause(ms);
  return clock.worst();
}

/** Measures the smallest additional delay of ads in several tries; 0 as soon as one try has no delay. */
async function surelyLater(name: CallName, sent: Sent): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < repeats && least > mostLaterMs; time += 1) {
    const before = time === 0 ? usual : await quiet(60);
    least = Math.min(least, (await lateness(name, sent)) - before);
  }
  return least;
}

let usual = 0;
const called = (Object.keys(calls) as CallName[]).filter((name) => name !== 'getAds');

const recipe = fc.record({
  shape: fc.constantFrom(...Object.keys(shapes)),
  place: fc.nat(100),
  pieces: fc.array(fc.constantFrom(...oddPieces), { minLength: 1, maxLength: 3 }),
  share: fc.constantFrom(0.4, 0.95, 1, 1.5),
});

test('no body of any call delays the ads', { timeout: mostMs }, async () => {
  usual = await quiet(500);
  for (const name of called) {
    const { method, multipart }: Call = calls[name];
    const fields = fieldsOf(name);
    const hard = { pieces: ['a', '\u0300', '\u0316'], share: 0.95 };
    await fc.assert(
      fc.asyncProperty(recipe, async ({ shape, place, ...rest }) => {
        const whole = { name, field: fields[place % fields.length] ?? '', ...rest };
        const make = multipart || !shape.startsWith('form') ? shapes[shape] : shapes.oneText;
        const sent = method === 'GET' ? query(whole) : make?.(whole);
        if (!sent) return;
        const later = await surelyLater(name, sent);
        expect(later, `${name}, ${shape}: ads are later by`).toBeLessThanOrEqual(mostLaterMs);
      }),
      {
        numRuns: fields.length + bodiesPerCall,
        endOnFailure: true,
        examples: fields.map((_, place) => [{ shape: 'oneText', place, ...hard }]),
      },
    );
  }
});
