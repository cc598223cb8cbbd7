import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBulkThread } from '../src/composition/bulk/bulk.link.ts';
import { createLogger } from '../src/kit/logger.ts';
import { readSettings } from '../src/settings.ts';
import { type AppServer, openAppServer } from './app-server.ts';
import { writeManyApps } from './many-apps.ts';

/* The thread for bulk work: its end in the middle of some work, its errors and its priority. */

const count = 2000;
const actor = {
  kind: 'admin' as const,
  id: 'admin',
  fullName: 'Ada',
  login: 'ada@example.com',
  address: '',
};

type Limits = NonNullable<Parameters<typeof createBulkThread>[0]['withinMs']>;

let server: AppServer;
beforeAll(async () => {
  server = await openAppServer();
  await writeManyApps(server.db, count);
});
afterAll(() => server.close());

function startThread(limits: Partial<Limits> = {}) {
  const settings = readSettings(server.place);
  const parts = { settings, db: server.db, logger: createLogger('silent') };
  const long = 600_000;
  return createBulkThread({
    ...parts,
    withinMs: { columns: long, preview: long, piece: long, ...limits },
  });
}

type Thread = ReturnType<typeof startThread>;

const wholeList = { format: 'csv' as const };

/** The pieces of an export of all apps. */
const exported = (thread: Thread) =>
  thread.work.exportTexts.apps(actor, wholeList)[Symbol.asyncIterator]();

it('a file that is read in part leaves room for the next one', async () => {
  const thread = startThread();
  const pieces = exported(thread);
  expect((await pieces.next()).done).toBe(false);
  await pieces.return?.();
  let rows = -1;
  for await (const piece of thread.work.exportTexts.apps(actor, wholeList)) {
    rows += Buffer.from(piece).toString().split('\r\n').length - 1;
  }
  expect(rows).toBe(count);
  await thread.stop();
});

it('what waits for the thread is refused when it ends, and nothing begins after it', async () => {
  const thread = startThread();
  const pieces = exported(thread);
  await pieces.next();
  const making = thread.work.makePreview(actor, 'session', {
    select: { where: {} },
    change: { set: { adsStatus: 'off' } },
  });
  const refused = expect(making).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 });
  await thread.stop();
  await refused;
  await expect(exported(thread).next()).rejects.toMatchObject({ code: 'unavailable' });
});

it('a refusal keeps its code and its fields', async () => {
  const thread = startThread();
  const making = thread.work.makePreview(actor, 'session', {
    select: { where: { search: 'no such application' } },
    change: { set: { adsStatus: 'off' } },
  });
  const fields = [{ field: 'select', message: 'No application matches' }];
  await expect(making).rejects.toMatchObject({ code: 'invalid', fields });
  await thread.stop();
});

it('an import that nobody waits for any more ends', async () => {
  const thread = startThread();
  const left = new AbortController();
  let pieces = 0;
  const file = {
    name: 'apps.csv',
    async *chunks() {
      yield Buffer.from('appName,packageName\r\n');
      for (; pieces < 100_000; pieces += 1) {
        if (pieces === 20) left.abort();
        const rows = Array.from({ length: 50 }, (_, row) => `A,com.left.p${pieces}r${row}\r\n`);
        yield Buffer.from(rows.join(''));
      }
    },
  };
  const form = { key: 'appID' as const, mode: 'create' as const };
  const reading = thread.work.imports.preview(actor, 'session', file, form, left.signal);
  await expect(reading).rejects.toThrow(/abort/i);
  expect(pieces).toBeLessThan(1000);
  await thread.stop();
});

describe('work that takes too long', () => {
  const tooLong = { code: 'unavailable', message: expect.stringContaining('takes too long') };
  const form = { key: 'appID' as const, mode: 'create' as const };
  const { signal } = new AbortController();

  /** A file without an end: after its first bytes it sends more, or nothing at all. */
  const endless = (more: string | null) => ({
    name: 'apps.csv',
    async *chunks() {
      yield Buffer.from('appName,packageName\r\n');
      while (more !== null) {
        await pause(10);
        yield Buffer.from(more);
      }
      await new Promise(() => {});
    },
  });
  const readings = {
    'the columns of a file': (thread: Thread, more: string | null) =>
      thread.work.imports.columns(endless(more === null ? null : ' ')),
    'the preview of a file': (thread: Thread, more: string | null) =>
      thread.work.imports.preview(actor, 'session', endless(more), form, signal),
  };
  const short = { columns: 300, preview: 300 };

  it.each(Object.entries(readings))('ends, and other work goes on: %s', async (_, read) => {
    const thread = startThread(short);
    const pieces = exported(thread);
    await pieces.next();
    await expect(read(thread, 'A,b\r\n')).rejects.toMatchObject(tooLong);
    expect((await pieces.next()).value, 'the export in the same thread').toBeDefined();
    await pieces.return?.();
    await thread.stop();
  });

  it.each(Object.entries(readings))(
    'and does not listen ends with its thread, and a new one does what comes next: %s',
    async (_, read) => {
      const thread = startThread(short);
      const pieces = exported(thread);
      await pieces.next();
      await expect(read(thread, null)).rejects.toMatchObject(tooLong);
      const rest = async () => {
        for (let piece = await pieces.next(); !piece.done; piece = await pieces.next());
      };
      await expect(rest()).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 });
      expect((await exported(thread).next()).done).toBe(false);
      await thread.stop();
    },
  );

  it('ends: a preview of a batch', async () => {
    const previewing = startThread({ preview: 1 });
    const change = { set: { adsStatus: 'off' as const } };
    const making = previewing.work.makePreview(actor, 'session', { select: { where: {} }, change });
    await expect(making).rejects.toMatchObject(tooLong);
    await previewing.stop();
  });
});
