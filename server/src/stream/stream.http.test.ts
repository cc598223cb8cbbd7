import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { lookupShares } from '../ads/callers/caller.budget.ts';
import { connectOffice } from '../ads/following/ads.office.ts';
import type { Office, OfficeLine, OlderUsagePart, UsagePart } from '../ads/following/ads.stream.ts';
import { createOwnNetwork } from '../ads/following/own-network.ts';
import { createStreamAnswers } from './stream.http.ts';

/* The stream over HTTP, between two real ends. The lines themselves are those of stream.test.ts. */

const logger = pino({ level: 'silent' });
const position = { epoch: 'é✨', seq: 7, mark: 'a b&c=d' };
const limits = { silenceMs: 700, longestLine: 100_000, longestLineMs: 1_000 };
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Starts a server on a socket of its own; returns where it is. */
async function listen(answer: RequestListener): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-stream-'));
  const socketPath = join(folder, 'stream');
  const server = createServer(answer).listen(socketPath);
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return socketPath;
}

/** Opens an office whose parts a test replaces. */
async function openOffice(
  over: Partial<Office> = {},
  whenPrepared: Promise<unknown> = Promise.resolve(),
  lookupsPerDay = 1_000,
) {
  const sender = vi.fn();
  let isPrepared = false;
  void whenPrepared.then(() => {
    isPrepared = true;
  });
  const office: Office = {
    async *follow() {},
    addUsage: vi.fn(),
    storeAnswers: vi.fn(),
    report: vi.fn(),
    signOff: vi.fn(),
    ...over,
  };
  const { answer } = createStreamAnswers({
    officeOf(name) {
      sender(name);
      return office;
    },
    isPrepared: () => isPrepared,
    whenPrepared,
    state: () => ({ troubles: ['the disk is full'], isDiskFull: true }),
    time: () => ({ now: 7_000, held: 6_000 }),
    lookupsOf: (processes) => lookupShares(lookupsPerDay, processes),
    logger,
  });
  const socketPath = await listen((asked, response) => {
    if (!answer(asked, response)) response.writeHead(404).end();
  });
  return { ...office, sender, socketPath, client: connectOffice({ socketPath }, limits) };
}

/** Takes lines until one of this kind, or all. */
async function take(lines: AsyncIterable<OfficeLine>, last?: OfficeLine['kind']) {
  const taken: OfficeLine[] = [];
  for await (const line of lines) {
    taken.push(line);
    if (line.kind === last) break;
  }
  return taken;
}
const never = new AbortController().signal;

it('brings every line as it was, from the position that was asked for', async () => {
  const follow = vi.fn(async function* (): AsyncGenerator<OfficeLine> {
    yield { kind: 'apps', apps: [], gone: ['\u2028\n✨', 'שלום', 'x'.repeat(90_000)] };
    yield { kind: 'at', position };
    yield { kind: 'current', now: 5 };
  });
  const { client } = await openOffice({ follow });
  const lines = await take(client.follow(position, never), 'current');
  expect(lines).toEqual([
    {
      kind: 'office',
      troubles: ['the disk is full'],
      isDiskFull: true,
      lookups: { ipinfo: 500_000, vpnapi: 900 },
      time: { now: 7_000, held: 6_000 },
    },
    { kind: 'apps', apps: [], gone: ['\u2028\n✨', 'שלום', 'x'.repeat(90_000)] },
    { kind: 'at', position },
    expect.objectContaining({ kind: 'current', now: 5 }),
  ]);
  expect(follow).toHaveBeenCalledWith(position, expect.anything());
});

it('asks for everything without a position', async () => {
  const follow = vi.fn(async function* (): AsyncGenerator<OfficeLine> {
    yield { kind: 'current', now: null };
  });
  const { client } = await openOffice({ follow });
  await take(client.follow(null, never), 'current');
  expect(follow).toHaveBeenCalledWith(null, expect.anything());
});

it('goes on when a line was taken, and tells a process that hangs nothing more', async () => {
  const resumed: number[] = [];
  async function* follow(): AsyncGenerator<OfficeLine> {
    for (let turn = 0; turn < 3; turn += 1) {
      yield { kind: 'current', now: turn };
      resumed.push(performance.now());
    }
  }
  const { client } = await openOffice({ follow });
  const lines = client.follow(null, never)[Symbol.asyncIterator]();
  const next = async () => {
    for (;;) {
      const { value } = await lines.next();
      if (value?.kind !== 'office') return value;
    }
  };
  expect(await next()).toMatchObject({ now: 0 });
  expect(resumed, 'it is not taken yet').toEqual([]);
  expect(await next(), 'asking for the next one takes it').toMatchObject({ now: 1 });
  await pause(300);
  expect(resumed).toHaveLength(1);
  expect(await next()).toMatchObject({ now: 2 });
  expect(resumed).toHaveLength(2);
});

it('says how the office is while nothing happens, and tells nothing before the database may be used', async () => {
  const prepared = Promise.withResolvers<void>();
  const follow = vi.fn(async function* (): AsyncGenerator<OfficeLine> {
    yield { kind: 'current', now: 1 };
  });
  const { client } = await openOffice({ follow }, prepared.promise);
  const lines = client.follow(null, never)[Symbol.asyncIterator]();
  const kinds = [];
  for (let turn = 0; turn < 3; turn += 1) kinds.push((await lines.next()).value?.kind);
  expect(kinds).toEqual(['office', 'failing', 'office']);
  expect(follow).not.toHaveBeenCalled();
  prepared.resolve();
  await expect.poll(async () => (await lines.next()).value?.kind).toBe('current');
});

it('ends the source when the client leaves', async () => {
  const left = Promise.withResolvers<void>();
  async function* follow(_: unknown, signal: AbortSignal): AsyncGenerator<OfficeLine> {
    signal.addEventListener('abort', () => left.resolve());
    yield { kind: 'watched', appIDs: [] };
    await left.promise;
  }
  const { client } = await openOffice({ follow });
  const leaving = new AbortController();
  await take(client.follow(null, leaving.signal), 'watched');
  leaving.abort();
  await left.promise;
});

it.each<[string, string, RequestListener]>([
  ['an office that never answers', 'does not answer', () => {}],
  [
    'an office that falls silent',
    'is silent',
    (_, response) => void response.writeHead(200, { 'adwarden-stream-version': '1' }).write('\n'),
  ],
  [
    'a connection that is cut',
    'aborted',
    (_, response) => {
      response.writeHead(200, { 'adwarden-stream-version': '1' }).write('\n');
      setTimeout(() => response.destroy(), 50);
    },
  ],
  [
    'an end without a reason',
    'has ended the stream',
    (_, response) => void response.writeHead(200, { 'adwarden-stream-version': '1' }).end('\n'),
  ],
  [
    'a line without an end',
    'a line without an end',
    (_, response) =>
      void response
        .writeHead(200, { 'adwarden-stream-version': '1' })
        .write('x'.repeat(limits.longestLine + 1)),
  ],
  [
    'a line that is no JSON',
    'JSON',
    (_, response) =>
      void response.writeHead(200, { 'adwarden-stream-version': '1' }).write('nonsense\n'),
  ],
  [
    'an office of another version',
    'version 2',
    (_, response) => void response.writeHead(200, { 'adwarden-stream-version': '2' }).write('\n'),
  ],
  [
    'a line that comes drop by drop',
    'does not end',
    (_, response) => {
      response.writeHead(200, { 'adwarden-stream-version': '1' });
      const drops = setInterval(() => response.write('x'), 50);
      response.once('close', () => clearInterval(drops));
    },
  ],
  [
    'an app that is none',
    'apps apps.0.',
    (_, response) =>
      void response
        .writeHead(200, { 'adwarden-stream-version': '1' })
        .write('{"kind":"apps","apps":[{"appID":"a"}],"gone":[]}\n'),
  ],
  [
    'a pause that is none',
    'pauses pauses',
    (_, response) =>
      void response
        .writeHead(200, { 'adwarden-stream-version': '1' })
        .write('{"kind":"pauses","pauses":null}\n'),
  ],
  [
    'a redirect',
    'redirects are not followed',
    (_, response) => void response.writeHead(302, { Location: 'http://127.0.0.1/stream' }).end(),
  ],
  [
    'a damaged packed stream',
    'incorrect header',
    (_, response) =>
      void response
        .writeHead(200, { 'adwarden-stream-version': '1', 'content-encoding': 'gzip' })
        .end('{"kind":"failing"}\n'),
  ],
  ['something else', 'no office', (_, response) => void response.end('<html>')],
  ['an answer to somebody else', '401', (_, response) => void response.writeHead(401).end()],
  ['an office in trouble', '503', (_, response) => void response.writeHead(503).end()],
])('%s is an error in words', async (_, message, answer) => {
  const client = connectOffice({ socketPath: await listen(answer) }, limits);
  await expect(take(client.follow(null, never))).rejects.toThrow(message);
});

it.each([
  ['a stream', 2],
  ['an answer', 0],
])('%s is not silent because this process stood still', async (_, linesBefore) => {
  const everyMs = limits.silenceMs / 10;
  const socketPath = await listen((_request, response) => {
    let lines = 0;
    const timer = setInterval(() => {
      if (lines === 0) response.writeHead(200, { 'adwarden-stream-version': '1' });
      response.write('{"kind":"failing"}\n');
      lines += 1;
    }, everyMs);
    response.once('close', () => clearInterval(timer));
  });
  const client = connectOffice({ socketPath }, limits);
  const lines = client.follow(null, never)[Symbol.asyncIterator]();
  for (let line = 0; line < linesBefore; line += 1) await lines.next();
  const next = lines.next();
  // When the process runs again, its timers come before lines that have arrived meanwhile.
  await pause(1);
  for (const end = performance.now() + 3 * limits.silenceMs; performance.now() < end; );
  expect((await next).value).toEqual({ kind: 'failing' });
  await lines.return?.(undefined);
});

it('an unknown line of a newer office is left out', async () => {
  const socketPath = await listen((_, response) => {
    response.writeHead(200, { 'adwarden-stream-version': '1' });
    response.write('{"kind":"weather"}\n{"kind":"failing"}\n');
  });
  const client = connectOffice({ socketPath }, limits);
  expect(await take(client.follow(null, never), 'failing')).toEqual([{ kind: 'failing' }]);
});

it('divides the lookups of a day among all who follow, while they follow', async () => {
  const { client } = await openOffice({
    async *follow(_from, signal) {
      yield { kind: 'current', now: 1 };
      await once(signal, 'abort');
    },
  });
  /** Follows until the share is as wanted. */
  async function sees(vpnapi: number, signal = never): Promise<void> {
    for await (const line of client.follow(null, signal)) {
      if (line.kind === 'office' && line.lookups.vpnapi === vpnapi) return;
    }
  }
  const one = new AbortController();
  const other = sees(-1, one.signal).catch(() => {});
  await sees(450);
  one.abort();
  await other;
  await sees(900);
});

it('hands on usage, answers and reports under one name, and says when that failed', async () => {
  let fails = true;
  const addUsage = vi.fn(async () => {
    if (fails) throw new Error('the database is gone');
  });
  const { client, storeAnswers, report, sender } = await openOffice({ addUsage });
  const app = 'a'.repeat(16);
  const part: UsagePart = {
    sender: 's',
    number: 1,
    hour: 3_600_000,
    sums: [
      [app, 'DE', 'on', 3, 1],
      [app, 'DE', 'country', 3, 1, 'Xy12'],
    ],
  };
  await expect(client.addUsage(part)).rejects.toThrow('503');
  fails = false;
  await client.addUsage(part);
  expect(addUsage).toHaveBeenLastCalledWith(part);
  // An edge of an older version sends days without outcomes.
  const older: OlderUsagePart = {
    sender: 's',
    number: 2,
    day: 0,
    sums: [
      [app, 'DE', 1, 2, 3, 4],
      [app, 'FR', 1, 2, 3, 4, 3],
    ],
  };
  await client.addUsage(older);
  expect(addUsage).toHaveBeenLastCalledWith(older);
  const answer = '{"country":null,"status":200,"reason":"vpn"}';
  const answers = [{ appID: app, answeredAt: 1, answer }];
  await client.storeAnswers(answers);
  expect(storeAnswers).toHaveBeenCalledWith(answers);
  const own = {
    callers: { known: 1, unknown: 2 },
    vpn: { answered: 3, failed: 4 },
    vpnTrouble: '',
    databaseBuiltAt: 5,
    usesDatabase: true,
    connections: { openFiles: null, refused: 6 },
    lagMs: 20,
  };
  await client.report(own);
  expect(report).toHaveBeenCalledWith(own);
  expect(new Set(sender.mock.calls.map(([name]) => name)).size).toBe(1);
});

it.each([
  ['/stream/usage?sender=one', '{"number":0,"day":0,"sums":[]}'],
  ['/stream/usage?sender=one', '{"number":1,"day":0,"sums":[["a","DE",1,2,3]]}'],
  ['/stream/usage?sender=one', `{"number":1,"day":0,"sums":[${'["a","",1,1,1,1],'.repeat(501)}]}`],
  ['/stream/usage?sender=one', '{"number":1,"hour":0,"sums":[["a","DE",1,2,3,4]]}'],
  ['/stream/usage?sender=one', '{"sender":"s","number":1,"hour":0,"sums":[["a","DE","off",1,0]]}'],
  [
    '/stream/usage?sender=one',
    '{"sender":"s","number":1,"hour":0,"sums":[["a","","on",1,0,"abcde"]]}',
  ],
  [
    '/stream/usage?sender=one',
    '{"sender":"s","number":1,"hour":0,"sums":[["a\\u0000","DE","on",1,0]]}',
  ],
  [
    '/stream/usage?sender=one',
    '{"sender":"s","number":1,"hour":0,"sums":[["\\ud83d","DE","on",1,0]]}',
  ],
  ['/stream/usage?sender=one', 'no JSON'],
  ['/stream/usage?sender=one', ''],
  ['/stream/usage', '{"number":1,"day":0,"sums":[]}'],
  [`/stream/usage?sender=${'x'.repeat(65)}`, '{"number":1,"day":0,"sums":[]}'],
  ['/stream/usage?sender=one', JSON.stringify('x'.repeat(1024 * 1024))],
  ['/stream/answers?sender=one', '[]'],
  ['/stream/report?sender=one', '{}'],
])('%s refuses a wrong body', async (path, body) => {
  const { socketPath, addUsage } = await openOffice();
  const asking = request({ socketPath, path, method: 'POST' }).end(body);
  const [answer] = await once(asking, 'response');
  expect(answer.statusCode).toBe(400);
  expect(addUsage).not.toHaveBeenCalled();
});

it('an office elsewhere that speaks no TLS is an error', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const client = connectOffice(
    { url: `https://127.0.0.1:${port}`, headers: {}, ownNetwork: createOwnNetwork([]) },
    limits,
  );
  await expect(take(client.follow(null, never))).rejects.toThrow(/SSL|TLS/);
});

it('a plan with one lookup a day leaves none for phones, and the ads come', async () => {
  const { client } = await openOffice(
    {
      async *follow() {
        yield { kind: 'current', now: 1 };
      },
    },
    Promise.resolve(),
    1,
  );
  const [office, current] = await take(client.follow(null, never), 'current');
  expect(office).toMatchObject({ lookups: { vpnapi: 0 } });
  expect(current?.kind).toBe('current');
});
