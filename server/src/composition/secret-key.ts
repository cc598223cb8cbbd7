import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { addMeta, readMeta, replaceMeta } from '../db/meta.ts';
import type { Db } from '../db/schema.ts';
import { type KeyState, keyRefusal, type LostSecretsOf } from '../doctor/database.checks.ts';
import { countLostFactors } from '../features/factors/factors.sealing.service.ts';
import { sealedSettings } from '../features/global-config/global-config.present.ts';
import { readGlobalSettings } from '../features/global-config/global-config.store.ts';
import { countLostTokens } from '../features/single-sign-on/single-sign-on.sealing.service.ts';
import { sealedPasswordsAfter } from '../features/users/users.store.ts';
import { StartRefusal } from '../kit/faults/start-refusal.ts';
import { createSeal, type Seal } from '../kit/seal.ts';
import { parseSecretKey, type Settings } from '../settings.ts';

type KeySettings = Pick<Settings, 'secretKey' | 'oldSecretKeys' | 'dataDir'>;

/** The sealed value in `meta` that shows whether a key is the one of the database: its name, purpose and text. */
const sealed = { name: 'seal', purpose: 'meta:seal', text: 'adwarden' };
/** The number of passwords that are tried in a database that has no such value yet. */
const samples = 100;

export const keyFile = (dataDir: string): string => join(dataDir, 'secret.key');

/** Reads a key file; throws a one-line Error when it holds no key. */
export async function readKeyFile(file: string): Promise<Buffer> {
  const key = parseSecretKey((await readFile(file, 'utf8')).trim());
  if (!key) throw new StartRefusal(`${file} does not hold 32 bytes in base64 or hex`);
  return key;
}

/** Makes the file with a new key, unless another process has just made it. */
async function makeKeyFile(file: string, dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(`${randomBytes(32).toString('base64')}\n`);
      await handle.sync();
    } catch (error) {
      // On a full disk, the file has only a part of a key.
      await rm(file, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Reads the secret keys, the current one first. If the file of the current key is missing, returns [] and makes no key. */
export async function keysOf(settings: KeySettings): Promise<Buffer[]> {
  const { secretKey, oldSecretKeys, dataDir } = settings;
  if (secretKey) return [secretKey, ...oldSecretKeys];
  const file = keyFile(dataDir);
  return existsSync(file) ? [await readKeyFile(file), ...oldSecretKeys] : [];
}

/** Reads one sealed secret of each kind. Whichever key sealed them, only that one opens them. */
async function sealedSecrets(db: Db): Promise<string[]> {
  const settings = await readGlobalSettings(db);
  const passwords = await sealedPasswordsAfter(db, '', samples);
  return [
    ...sealedSettings.map((name) => settings.get(name) ?? ''),
    ...passwords.map(({ passwordSealed }) => passwordSealed),
  ].filter(Boolean);
}

async function hasSecrets(db: Db): Promise<boolean> {
  const value = await readMeta(db, sealed.name);
  if (value === null) return false;
  return value !== '' || (await sealedSecrets(db)).length > 0;
}

/**
 * Loads the seal with SECRET_KEY, or with the key in `DATA_DIR/secret.key` (mode 0600), which is generated for a new database
 * (ADR 29 "Secrets"). Throws a one-line Error when the file is missing although the database has secrets.
 */
export async function loadSeal(settings: KeySettings, db: Db | null): Promise<Seal> {
  const { secretKey, oldSecretKeys, dataDir } = settings;
  if (secretKey) return createSeal(secretKey, oldSecretKeys);
  const file = keyFile(dataDir);
  if (!existsSync(file)) {
    if (db && (await hasSecrets(db))) {
      throw refusalOf({ name: resolve(file), state: 'missing' });
    }
    await makeKeyFile(file, dataDir);
  }
  return createSeal(await readKeyFile(file), oldSecretKeys);
}

function refusalOf(key: KeyState): StartRefusal {
  const { what, todo } = keyRefusal(key);
  return new StartRefusal(what, todo);
}

const notTheKey = ({ secretKey, dataDir }: KeySettings): StartRefusal =>
  refusalOf({ name: secretKey ? 'SECRET_KEY' : resolve(keyFile(dataDir)), state: 'other' });

/**
 * Throws a one-line Error when the key does not open the sealed value of a migrated database. A database without one
 * gets it, unless it has secrets and the key opens none of them.
 */
export async function mustOpen(db: Db, seal: Seal, settings: KeySettings): Promise<void> {
  if ((await readMeta(db, sealed.name)) === '') {
    const secrets = await sealedSecrets(db);
    if (secrets.length > 0 && !secrets.some(seal.hasKeyOf)) throw notTheKey(settings);
    await addMeta(db, sealed.name, seal.close(sealed.text, sealed.purpose));
  }
  if (!(await opensValue(db, seal))) throw notTheKey(settings);
}

/** Loads the seal and checks that it opens the secrets of a migrated database, for a command of the shell. */
export async function checkedSeal(settings: KeySettings, db: Db): Promise<Seal> {
  const seal = await loadSeal(settings, db);
  await mustOpen(db, seal, settings);
  return seal;
}

/** Tells whether one of the given keys opens the sealed value; true when there is none yet. */
export async function opensValue(db: Db, seal: Seal): Promise<boolean> {
  return opensSealed(seal, (await readMeta(db, sealed.name)) ?? '');
}

const opensSealed = (seal: Seal, value: string): boolean =>
  value === '' || seal.open(value, sealed.purpose) !== null;

/** Tells where the key of the settings is, for people, and whether it opens a sealed value. Makes no key. */
export async function stateOfKey(settings: KeySettings, value: string): Promise<KeyState> {
  const { secretKey, oldSecretKeys, dataDir } = settings;
  const file = keyFile(dataDir);
  const name = secretKey ? 'SECRET_KEY' : resolve(file);
  if (!secretKey && !existsSync(file)) return { name, state: 'missing' };
  const seal = createSeal(secretKey ?? (await readKeyFile(file)), oldSecretKeys);
  return { name, state: opensSealed(seal, value) ? 'opens' : 'other' };
}

/** Does the same for the sealed value of a database. */
export const stateOfKeyIn = async (settings: KeySettings, db: Db): Promise<KeyState> =>
  stateOfKey(settings, (await readMeta(db, sealed.name)) ?? '');

/** Builds the counts of secrets of a database that no key of the settings opens; 0 without a key. Makes no key. */
export function lostSecretsIn(settings: KeySettings): LostSecretsOf {
  const countWith = async (db: Db, count: (db: Db, seal: Seal) => Promise<number>) => {
    const [current, ...old] = await keysOf(settings);
    return current ? count(db, createSeal(current, old)) : 0;
  };
  return {
    factors: (db) => countWith(db, countLostFactors),
    tokens: (db) => countWith(db, countLostTokens),
  };
}

/** Seals the value with the current key. */
export async function resealValue(db: Db, seal: Seal): Promise<void> {
  const value = seal.close(sealed.text, sealed.purpose);
  await addMeta(db, sealed.name, value);
  await replaceMeta(db, sealed.name, value);
}
