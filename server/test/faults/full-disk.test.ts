import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import postgresOf from 'postgres';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Postgres, startPostgres } from '../../../deploy/programs/postgres.ts';
import { createAdsIndex } from '../../src/ads/answers/ads.index.ts';
import {
  createLastGoodWriter,
  type LastGoodRow,
  readLastGood,
} from '../../src/ads/last-good/ads.last-good.file.ts';
import { hasPostgres } from '../databases/postgres-database.ts';
import { sampleEntry } from '../samples/ads-entry.ts';
import { appIDFrom } from '../samples/app-id.ts';
import { adminEmail, adminPassword } from '../servers/calls.ts';
import { killServers, type ServerProcess, startServer } from '../servers/server-process.ts';
import { fill, mayMount, newDisk } from './small-disk.ts';

/* A full disk: said in words, and people can still sign in and pause. Needs root, who may mount a small disk. */

const soon = { interval: 100 };
afterAll(killServers);

const ready = async (server: ServerProcess) => (await server.ask('/readyz')).body;
const addApp = async (server: ServerProcess, as: string) =>
  server.ask('/apps/addApp', { method: 'POST', as, body: sampleAppForm() });
const signIn = (server: ServerProcess) =>
  server.ask('/admin/login', {
    method: 'POST',
    body: { email: adminEmail, password: adminPassword },
  });

/** Fills the disk of a running server and makes room again. */
async function fillAndEmpty(server: ServerProcess, dataDir: string): Promise<void> {
  const as = await server.signIn();
  const made = await addApp(server, as);
  expect(made.status, made.text).toBe(200);
  const { appID, authToken } = made.body.data;
  const ads = `/api/getAds?appID=${appID}&authToken=${authToken}`;
  await expect.poll(async () => (await server.ask(ads)).status, soon).toBe(200);

  const filler = fill(dataDir, 0);
  const full = `The disk of DATA_DIR ${dataDir} is full: until 16 MB are free, only signing in, pausing ads and revoking old tokens work`;
  await expect.poll(() => ready(server), soon).toMatchObject({ status: 'degraded', reason: full });
  const hasReserve = () => existsSync(join(dataDir, 'disk-reserve'));
  // The processes look at the disk at different moments.
  await expect.poll(hasReserve, { ...soon, message: 'the reserve is given back' }).toBe(false);

  const other = await signIn(server);
  expect(other.status, other.text).toBe(200);
  // Each worker looks at the disk by itself, so one of them may not know yet.
  const add = async () => {
    const { status, body } = await addApp(server, other.body.token);
    return { status, message: body.message };
  };
  await expect.poll(add, soon).toEqual({
    status: 503,
    message:
      'The disk of the server is full: until there is room, only signing in, pausing ads and revoking old tokens work',
  });
  const pause = { scope: 'all', reason: 'account in danger' };
  const begun = await server.ask('/pauses', { method: 'POST', as: other.body.token, body: pause });
  expect(begun.status, begun.text).toBe(200);
  const reason = async () => (await server.ask(ads)).body.data.reason;
  await expect.poll(reason, soon).toBe('paused');
  const end = `/pauses/${begun.body.data.id}/end`;
  expect((await server.ask(end, { method: 'POST', as })).status).toBe(200);

  rmSync(filler);
  await expect.poll(() => ready(server), soon).toMatchObject({ status: 'ready' });
  await expect.poll(hasReserve, soon).toBe(true);
  await expect.poll(async () => (await addApp(server, as)).status, soon).toBe(200);
}

describe.skipIf(!mayMount)('a full disk of the embedded database', () => {
  it('is said, leaves sign-in and pauses, and is over when there is room', async () => {
    const DATA_DIR = newDisk(60);
    const server = await startServer({ DATA_DIR });
    await fillAndEmpty(server, DATA_DIR);
    await server.stop();
  });

  it('is the same with several workers', async () => {
    const DATA_DIR = newDisk(60);
    const server = await startServer({ DATA_DIR, WORKERS: '2' });
    await fillAndEmpty(server, DATA_DIR);
    await server.stop();
  });

  it('does not stop a start', async () => {
    const DATA_DIR = newDisk(60);
    await (await startServer({ DATA_DIR })).stop();
    const lastGood = join(DATA_DIR, 'ads.last-good.db');
    rmSync(lastGood, { force: true });
    fill(DATA_DIR, 0);
    const server = await startServer({ DATA_DIR });
    expect(await ready(server)).toMatchObject({ status: 'degraded' });
    expect((await signIn(server)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(existsSync(lastGood), 'the room is for people').toBe(false);
    await server.stop();
  });

  it('leaves the last good ads as they were, and they go on when there is room', () => {
    const folder = newDisk(4);
    const file = join(folder, 'ads.last-good.db');
    const rows = (name: string) =>
      Array.from({ length: 100 }, (_, app): LastGoodRow => {
        const index = createAdsIndex();
        index.set(appIDFrom(app), sampleEntry(`${name} ${'x'.repeat(2_000)}`));
        const [record] = index.records();
        return { appID: appIDFrom(app), block: record?.block ?? Buffer.alloc(0), oldTokens: null };
      });
    const head = { position: null, pauses: [] };
    const read = () => {
      const index = createAdsIndex();
      readLastGood(file, index);
      return [...index.records()].map(({ block }) => block.toString('latin1')).sort();
    };
    const writer = createLastGoodWriter(file);
    writer.begin();
    writer.add(rows('old'));
    writer.finish(head);
    const before = read();
    const filler = fill(folder, 0);
    expect(() => writer.put(rows('new'), [], head)).toThrow('full');
    expect(read()).toEqual(before);
    const anew = () => {
      writer.begin();
      writer.add(rows('new'));
      writer.finish(head);
    };
    expect(anew).toThrow();
    expect(read()).toEqual(before);
    rmSync(filler);
    expect(writer.put(rows('new'), [], head)).toBe(true);
    expect(read().filter((text) => text.includes('new '))).toHaveLength(100);
    expect(anew).not.toThrow();
    expect(read()).toHaveLength(100);
  });

  it('is said by the first start, which leaves no half of a key', async () => {
    const DATA_DIR = newDisk(1);
    fill(DATA_DIR, 0);
    await expect(startServer({ DATA_DIR })).rejects.toThrow(
      `adwarden cannot start: DATA_DIR ${DATA_DIR} cannot be written: the disk is full`,
    );
    expect(existsSync(join(DATA_DIR, 'secret.key'))).toBe(false);
  });
});

describe.skipIf(!mayMount || !hasPostgres())('a full disk of PostgreSQL', () => {
  it('is said by sign-in and /readyz', async () => {
    const tables = newDisk(20);
    const postgres: Postgres = await startPostgres();
    onTestFinished(() => postgres.remove());
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'adwarden-disk-'));
    onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }));
    const place = { DATA_DIR, DATABASE_URL: postgres.url, SECRET_KEY: 'a'.repeat(64) };
    await (await startServer(place)).stop();
    execFileSync('chown', ['65534:65534', tables]);
    const sql = postgresOf(postgres.url, { max: 1, onnotice: () => {} });
    // Only the sessions are on the small disk.
    await sql.unsafe(`create tablespace small location '${tables}'`);
    await sql.unsafe('alter table session set tablespace small');
    await sql.unsafe('alter index session_pkey set tablespace small');
    await sql.end();
    const server = await startServer(place);
    const filler = fill(tables, 0);
    const refused = await signIn(server);
    expect(refused.status, refused.text).toBe(503);
    expect(refused.body.message).toBe('The disk is full: nothing can be saved until there is room');
    // The office tells the process that answers twice a second how it is.
    await expect
      .poll(() => ready(server))
      .toMatchObject({
        status: 'degraded',
        reason: 'the disk of the database is full: nothing can be saved',
      });
    rmSync(filler);
    expect((await signIn(server)).status).toBe(200);
    await server.stop();
  });
});
