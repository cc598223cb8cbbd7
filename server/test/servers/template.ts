import { cpSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleUserForm } from '@adwarden/contract/testing/samples';
import { createLogger } from '../../src/kit/logger.ts';
import { readSettings } from '../../src/settings.ts';
import { makeDatabase } from '../databases/make-database.ts';
import { adminEmail, adminPassword, callsOf } from './calls.ts';
import { joinOfficeAndAds } from './joined.ts';

/*
 * The template from which test servers start. A run makes it once: migrations and password hashes take half of a server's start.
 */

/** The settings of each test server that are the same for all. */
export const accountSettings = {
  ADMIN_EMAIL: adminEmail,
  ADMIN_PASSWORD: adminPassword,
  PORT: '0',
};
export const secretKey = Buffer.alloc(32, 'test').toString('base64');

type Calls = Pick<ReturnType<typeof callsOf>, 'call' | 'signInAdmin' | 'signInUser'>;

/** A data folder, and with PostgreSQL the name of a database, that are copied. */
type Start = { dataDir: string; database: string };

/**
 * `first`: the result of a first start. `owners`: also the owners `ada` and `eve`, and with `tokens` they and the administrator
 * are signed in.
 */
export type Template = {
  first: Start;
  owners: Start;
  tokens: Record<'admin' | 'ada' | 'eve', string>;
};

/** Copies the files of a start into a new folder of a test server. The reserve of room is made again. */
export function copyFolder({ dataDir }: Start, to: string): void {
  cpSync(dataDir, to, { recursive: true, filter: (file) => !file.endsWith('disk-reserve') });
}

/** Makes the template in a folder: on SQLite, or in the PostgreSQL at `url`. */
export async function makeTemplate(folder: string, url = ''): Promise<Template> {
  const place = async (name: string, from?: Start): Promise<Start & { url: string }> => {
    const dataDir = join(folder, name);
    mkdirSync(dataDir, { recursive: true });
    if (from) copyFolder(from, dataDir);
    if (!url) return { dataDir, database: '', url };
    const made = await makeDatabase(url, from?.database);
    return { dataDir, database: made.name, url: made.url };
  };

  const first = await place('first');
  await onServer(first, async () => {});
  const owners = await place('owners', first);
  const tokens = await onServer(owners, addOwners);

  return {
    first: { dataDir: first.dataDir, database: first.database },
    owners: { dataDir: owners.dataDir, database: owners.database },
    tokens,
  };
}

/** Adds the owners `ada` and `eve`, and signs them and the administrator in. */
export async function addOwners({
  call,
  signInAdmin,
  signInUser,
}: Calls): Promise<Template['tokens']> {
  const admin = await signInAdmin();
  const { password } = sampleUserForm();
  for (const [userId, fullName] of [
    ['ada', 'Ada Harbour'],
    ['eve', 'Eve Quay'],
  ] as const) {
    await call('createNewUser', { as: admin, body: sampleUserForm({ userId, fullName }) });
  }
  return {
    admin,
    ada: await signInUser('ada', password),
    eve: await signInUser('eve', password),
  };
}

/** Runs something on a server, and ends it, so that the files and the database can be copied. */
async function onServer<T>(
  { dataDir, url }: { dataDir: string; url: string },
  work: (calls: Calls) => Promise<T>,
): Promise<T> {
  const postgres = url && { DATABASE_URL: url, SECRET_KEY: secretKey };
  const settings = readSettings({ ...accountSettings, DATA_DIR: dataDir, ...postgres });
  const adwarden = await joinOfficeAndAds(settings, createLogger('silent'), {
    webFolder: folderOfNoPages,
  });
  await adwarden.server.ready();
  try {
    return await work(callsOf(adwarden.server));
  } finally {
    await adwarden.stop();
  }
}

/** The path of a folder without a built web app. */
export const folderOfNoPages = join(tmpdir(), 'no-web-app-here');
