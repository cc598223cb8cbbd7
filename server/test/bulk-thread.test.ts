import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBulkThread } from '../src/composition/bulk/bulk.link.ts';
import { createLogger } from '../src/kit/logger.ts';
import { readSettings } from '../src/settings.ts';
import { type AppServer, openAppServer } from './app-server.ts';
import { writeManyApps } from './many-apps.ts';
import { hasThreadPriorities, type OwnThread, ownThreads, policies } from './own-threads.ts';

/* The thread for bulk work: its end in the middle of some work, its errors and its priority. */

const count = 2000;
const actor = {
  kind: 'admin' as const,
  id: 'admin',
  fullName: 'Ada',
  login: 'ada@example.com',
  address: '',
};

let server: AppServer;
beforeAll(async () => {
  server = await openAppServer();
  await writeManyApps(server.db, count);
});
afterAll(() => server.close());

function startThread() {
  const settings = readSettings(server.place);
  return createBulkThread({ settings, db: server.db, logger: createLogger('silent') });
}

const isIdle = ({ policy }: OwnThread) => policy === policies.idle;

const wholeList = { format: 'csv' as const };

/** The pieces of an export of all apps. */
const exported = (thread: ReturnType<typeof startThread>) =>
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

it('a thread that needs too much memory dies alone, and the next work starts another one', {
  timeout: 90_000,
}, async () => {
  const thread = startThread();
  const large = Buffer.alloc(128 * 1024 * 1024, 'a');
  const file = {
    name: 'apps.json',
    async *chunks() {
      yield Buffer.from('[{"appName":"');
      for (;;) yield large;
    },
  };
  await expect(thread.work.imports.columns(file)).rejects.toMatchObject({ code: 'unavailable' });
  expect((await exported(thread).next()).done).toBe(false);
  await thread.stop();
});

it.runIf(hasThreadPriorities)(
  'takes only idle time when it is told to, at once or later',
  async () => {
    const name = 'bulk';
    const thread = startThread();
    const before = ownThreads(name);
    await exported(thread).next();
    const started = ownThreads(name);
    expect(started.length, 'one thread more').toBe(before.length + 1);
    const idle = (threads: OwnThread[]) => threads.filter(isIdle).length;
    expect(idle(started)).toBe(idle(before));
    thread.giveWay();
    await expect.poll(() => idle(ownThreads(name)), { timeout: 5000 }).toBe(idle(before) + 1);
    await thread.stop();
  },
);
