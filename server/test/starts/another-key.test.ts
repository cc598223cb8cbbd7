import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { sql } from 'kysely';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { readSettings } from '../../src/settings.ts';
import { createPostgresDatabase, hasPostgres } from '../databases/postgres-database.ts';
import { buildTestServer } from '../servers/build-test-server.ts';
import { runCommand } from '../servers/run-command.ts';
import { killServers, startServer } from '../servers/server-process.ts';

/* A secret key that does not open what is stored stops the start: nothing is hidden or replaced silently. */

const [first, second] = ['a', 'b'].map((digit) => digit.repeat(64)) as [string, string];
const file = built('cli/reseal');
const notTheKey = 'SECRET_KEY is not the key that the secrets in the database are sealed with: ';
// Each test starts several processes.
afterAll(killServers);

type Place = Record<string, string>;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-key-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a server in this process and stops it. Refused starts are tried with a process of their own. */
const startOnce = async (environment: Place) => (await buildTestServer(environment)).close();

/** Starts a server, stores a secret and stops it. */
async function addUser(environment: Place): Promise<void> {
  const server = await buildTestServer(environment);
  const body = sampleUserForm({ password: 'tide-æ-77' });
  const as = await server.signInAdmin();
  const { status, text } = await server.call('createNewUser', { as, body });
  expect(status, text).toBe(200);
  await server.close();
}

/** Returns the password of the user, as a server shows it that is started with these settings. */
async function passwordIn(environment: Place): Promise<string> {
  const server = await buildTestServer(environment);
  const { body } = await server.call('getUser', { as: await server.signInAdmin() });
  await server.close();
  return body.data[0].password;
}

async function query(place: Place, text: string): Promise<void> {
  const { db, close } = await openDatabase(readSettings(place));
  await sql.raw(text).execute(db);
  await close();
}

async function reseal(place: Place, ...given: string[]) {
  const { status, stdout, stderr } = await runCommand(file, given, { env: place });
  return { status, output: `${stdout}\n${stderr}` };
}

describe.each(['sqlite', 'postgres'] as const)('another SECRET_KEY (%s)', (kind) => {
  async function newPlace(): Promise<Place> {
    const place = { DATA_DIR: newFolder() };
    if (kind === 'sqlite') return place;
    const { url, remove } = await createPostgresDatabase();
    onTestFinished(remove);
    return { ...place, DATABASE_URL: url };
  }

  describe.skipIf(kind === 'postgres' && !hasPostgres())('', () => {
    it('stops the start, also when nothing is stored yet', async () => {
      const place = await newPlace();
      await startOnce({ ...place, SECRET_KEY: first });
      const other = { ...place, SECRET_KEY: second };
      await expect(startServer(other)).rejects.toThrow(`adwarden cannot start: ${notTheKey}`);
      await startOnce({ ...other, SECRET_KEYS_OLD: first });
      await expect(startServer(other), 'nothing is sealed anew yet').rejects.toThrow(notTheKey);
      const renewed = await reseal({ ...other, SECRET_KEYS_OLD: first });
      expect(renewed, renewed.output).toMatchObject({ status: 0 });
      await startOnce(other);
      await expect(startServer({ ...place, SECRET_KEY: first })).rejects.toThrow(notTheKey);
    });
  });
});

describe('another SECRET_KEY, after secrets were stored', () => {
  it('stops the first start after an upgrade, when it opens none of the secrets', async () => {
    const place = { DATA_DIR: newFolder() };
    const own = { ...place, SECRET_KEY: first };
    await addUser(own);
    await query(own, "delete from meta where name = 'seal'");
    await expect(startServer({ ...place, SECRET_KEY: second })).rejects.toThrow(notTheKey);
    expect(await passwordIn(own)).toBe('tide-æ-77');
  });

  it('is accepted when the key is said to be lost', async () => {
    const place = { DATA_DIR: newFolder() };
    await addUser({ ...place, SECRET_KEY: first });
    const other = { ...place, SECRET_KEY: second };
    expect(await reseal(other)).toMatchObject({ status: 1 });
    await expect(startServer(other)).rejects.toThrow(notTheKey);
    expect(await reseal(other, '--lost')).toMatchObject({ status: 0 });
    expect(await passwordIn(other)).toBe('Hidden');
    const found = await passwordIn({ ...other, SECRET_KEYS_OLD: first });
    expect(found, 'nothing was deleted').toBe('tide-æ-77');
  });
});

describe('secret.key', () => {
  it.each([
    ['', 'another start'],
    ["delete from meta where name = 'seal'", 'the first start after an upgrade'],
  ])('is not replaced when it is missing: %s', async (statement) => {
    const place = { DATA_DIR: newFolder() };
    const key = join(place.DATA_DIR, 'secret.key');
    await addUser(place);
    if (statement) await query(place, statement);
    const before = readFileSync(key);
    rmSync(key);
    await expect(startServer(place)).rejects.toThrow(
      `adwarden cannot start: ${key} is missing, and the database has secrets that are sealed with it`,
    );
    expect(existsSync(key)).toBe(false);
    writeFileSync(key, before);
    expect(await passwordIn(place)).toBe('tide-æ-77');
  });

  it('that is lost is made anew by reseal --lost', async () => {
    const place = { DATA_DIR: newFolder() };
    await startOnce(place);
    rmSync(join(place.DATA_DIR, 'secret.key'));
    expect(await reseal(place, '--lost')).toMatchObject({ status: 0 });
    await startOnce(place);
  });

  it('of before a rotation does not come back when SECRET_KEY is left out', async () => {
    const place = { DATA_DIR: newFolder() };
    await startOnce(place);
    const key = join(place.DATA_DIR, 'secret.key');
    const rotating = {
      ...place,
      SECRET_KEY: second,
      SECRET_KEYS_OLD: readFileSync(key, 'utf8').trim(),
    };
    await startOnce(rotating);
    expect(await reseal(rotating)).toMatchObject({ status: 0 });
    await expect(startServer(place)).rejects.toThrow(`${key} is not the key`);
  });
});
