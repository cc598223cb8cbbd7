import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { adUnitSlots } from '@adwarden/contract/ad-units';
import { calls } from '@adwarden/contract/calls';
import { searchFold } from '@adwarden/contract/search-fold';
import { seededRandom } from '../measuring/statistics.ts';
import { startServer } from '../servers/server.ts';
import * as words from './data-set.words.ts';

/** A data directory, and a file of requests (format: answers.ts) with the ads URLs of all its apps. */
export type DataSet = { dataDir: string; urlsFile: string; appIDs: string[] };

const minute = 60_000;
const latest = Date.UTC(2026, 10, 1);
const rowsPerTransaction = 5000;

/** Random values that are the same for the same seed. */
function randomValues(seed: number) {
  const random = seededRandom(seed);
  const below = (bound: number) => Math.floor(random() * bound);
  const text = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[below(alphabet.length)]).join('');
  const digits = '0123456789';
  const lower = 'abcdefghijklmnopqrstuvwxyz';
  return {
    below,
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T,
    chance: (share: number) => random() < share,
    id: () => text(`${lower}234567`, 16),
    token: () => text(digits + lower + lower.toUpperCase(), 32),
    digits: (length: number) => text(digits, length),
  };
}

type RandomValues = ReturnType<typeof randomValues>;
type Owner = { id: string; userID: string; fullName: string };

/**
 * Makes a data directory with this number of apps, a tenth as many users, and configurations for half of the apps. The
 * server creates the schema. The rows are written directly into the file, because the server would need an hour. A lean
 * data set has only the rows that the ads need: no list, no search, no log of changes.
 */
export async function makeDataSet(
  dataDir: string,
  apps: number,
  { lean = false } = {},
): Promise<DataSet> {
  await (await startServer(dataDir)).stop();
  const db = openFast(dataDir);
  try {
    if (lean) dropTriggers(db);
    const draw = randomValues(apps);
    const owners = await addUsers(db, draw, lean ? 1 : Math.ceil(apps / 10));
    const { appIDs, urls } = await addApps(db, draw, apps, owners, lean);
    if (!lean) mergeSearchIndexes(db);
    db.exec('pragma journal_mode = wal');
    const urlsFile = join(dataDir, 'urls.txt');
    writeFileSync(urlsFile, `${urls.join('\n')}\n`);
    return { dataDir, urlsFile, appIDs };
  } finally {
    db.close();
  }
}

/** Opens a database for fast writes that are not durable: every run makes its data again. */
export function openFast(dataDir: string): DatabaseSync {
  const db = new DatabaseSync(join(dataDir, 'adwarden.db'));
  // The triggers of the text indexes call it.
  db.function('adwarden_search_fold', { deterministic: true }, (text) =>
    typeof text === 'string' ? searchFold(text) : text,
  );
  db.exec('pragma synchronous = off; pragma journal_mode = memory; pragma cache_size = -400000');
  return db;
}

/**
 * Merges the search indexes. In daily work each small edit merges a part of them. The few large steps of a data set leave
 * all of this work to the next edits, which then take twice as long.
 */
function mergeSearchIndexes(db: DatabaseSync): void {
  for (const table of ['app_search', 'user_search', 'change_search']) {
    db.exec(`insert into ${table} (${table}) values ('optimize')`);
  }
}

function dropTriggers(db: DatabaseSync): void {
  const triggers = db.prepare(`select name from sqlite_schema where type = 'trigger'`).all();
  for (const { name } of triggers) db.exec(`drop trigger "${name}"`);
}

/** Prepares an insert that takes an object of columns; the first row decides which columns there are. */
export function inserter(db: DatabaseSync, table: string) {
  let statement: ReturnType<DatabaseSync['prepare']> | undefined;
  return (row: Record<string, SQLInputValue>) => {
    const names = Object.keys(row);
    statement ??= db.prepare(
      `insert into ${table} (${names.map((name) => `"${name}"`).join()}) values (${names.map(() => '?').join()})`,
    );
    return statement.run(...Object.values(row));
  };
}

/** Calls `add` for each number, in large transactions. Between two of them this process can handle signals. */
export async function inTransactions(
  db: DatabaseSync,
  count: number,
  add: (index: number) => void,
): Promise<void> {
  for (let begin = 0; begin < count; begin += rowsPerTransaction) {
    db.exec('begin immediate');
    for (let index = begin; index < Math.min(count, begin + rowsPerTransaction); index += 1) {
      add(index);
    }
    db.exec('commit');
    await nextTurn();
  }
}

async function addUsers(db: DatabaseSync, draw: RandomValues, count: number): Promise<Owner[]> {
  const insert = inserter(db, 'app_user');
  const owners: Owner[] = [];
  await inTransactions(db, count, (index) => {
    const [first, last] = [draw.pick(words.people.first), draw.pick(words.people.last)];
    const userID = `${first}.${last}.${index}`.toLowerCase();
    const owner = { id: draw.id(), userID, fullName: `${first} ${last}` };
    owners.push(owner);
    const rest = { position: 'Publisher', passwordHash: '', passwordSealed: '' };
    insert({ ...owner, userIDKey: userID, ...rest, createdAt: latest - index * minute });
  });
  return owners;
}

function addIcons(db: DatabaseSync, draw: RandomValues): string[] {
  const insert = inserter(db, 'icon');
  return Array.from({ length: 50 }, () => {
    const bytes = Buffer.from(draw.token().repeat(100));
    const hash = createHash('sha256').update(bytes).digest('hex');
    insert({ hash, bytes, createdAt: latest });
    return hash;
  });
}

async function addApps(
  db: DatabaseSync,
  draw: RandomValues,
  count: number,
  owners: Owner[],
  lean: boolean,
) {
  const insert = {
    change: inserter(db, 'change'),
    app: inserter(db, 'app'),
    token: inserter(db, 'app_token'),
    configuration: inserter(db, 'app_configuration'),
  };
  const categories = db
    .prepare('select categoryName from category')
    .all()
    .map((row) => String(row.categoryName));
  const iconHashes = addIcons(db, draw);
  const appIDs: string[] = [];
  const urls: string[] = [];
  await inTransactions(db, count, (index) => {
    const at = latest - draw.below(500_000) * minute;
    const owner = draw.chance(0.9) ? draw.pick(owners) : null;
    const app = appOf(draw, index, categories, iconHashes);
    const token = draw.token();
    const tokens = [{ token, since: at, until: null }];
    const { adUnits, ...fields } = app;
    const nobody = { ownerId: null, userID: '', fullName: '' };
    const names = owner
      ? { ownerId: owner.id, userID: owner.userID, fullName: owner.fullName }
      : nobody;
    const row = JSON.stringify({ ...fields, ...adUnits, ...names, createdAt: at, tokens });
    const actor = { actorKind: 'system', actorId: '', actorName: 'Adwarden', address: '' };
    const entry = { entity: 'app', key: app.appID, action: 'create', row };
    const version = lean
      ? index + 1
      : Number(insert.change({ at, ...actor, ...entry }).lastInsertRowid);
    const times = { ownerId: names.ownerId, version, createdAt: at, updatedAt: at };
    insert.app({ ...fields, adUnits: JSON.stringify(adUnits), ...times });
    insert.token({ token, appID: app.appID, since: at, until: null });
    if (index % 2 === 0) {
      const country = [...new Set([draw.pick(words.countries), draw.pick(words.countries)])].join();
      insert.configuration({ appID: app.appID, country, countryCodes: country, createdAt: at });
    }
    appIDs.push(app.appID);
    urls.push(`${calls.getAds.path}?appID=${app.appID}&authToken=${token}`);
  });
  return { appIDs, urls };
}

/** Returns the AdMob publisher of an account. */
function publisherOf(accountName: string): string {
  const hash = createHash('sha256').update(accountName).digest();
  return `ca-app-pub-${String(hash.readBigUInt64BE()).padStart(16, '0').slice(-16)}`;
}

/** Makes one app. Most apps are live and show ads, a tenth has IP rules, and 6 to 15 ad units are filled. */
function appOf(draw: RandomValues, index: number, categories: string[], iconHashes: string[]) {
  const name = [draw.pick(words.firsts), draw.pick(words.seconds), draw.pick(words.thirds)];
  if (index % 10 === 3) name[1] = 'Photo';
  if (index % 20_000 === 7) name[1] = 'Xylograph';
  const accountName = `${draw.pick(words.accounts)} ${draw.below(200)}`;
  const slots = adUnitSlots
    .slice(0, 6 + draw.below(10))
    .map((slot) => [slot.name, `${publisherOf(accountName)}/${draw.digits(10)}`]);
  return {
    appID: draw.id(),
    appName: name.filter(Boolean).join(' '),
    packageName: `com.${accountName.replaceAll(' ', '')}.${name.join('')}${index}`.toLowerCase(),
    accountName,
    category: draw.pick(categories),
    adsStatus: draw.chance(0.9) ? 'on' : 'off',
    appStatus: draw.pick(['live', 'live', 'live', 'live', 'in-develop', 'suspend']),
    visibleExtra: draw.chance(0.5) ? 'on' : 'off',
    ipAddress: draw.chance(0.1) ? 'on' : 'off',
    note: draw.chance(0.3) ? 'Moved to new ad units in spring; ask before changing banners.' : '',
    adUnits: Object.fromEntries(slots) as Record<string, string>,
    iconHash: draw.chance(0.9) ? draw.pick(iconHashes) : '',
  };
}
