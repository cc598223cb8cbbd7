import { randomBytes } from 'node:crypto';
import { adUnitSlots } from '@adwarden/contract/ad-units';
import { seededRandom } from '../measuring/statistics.ts';
import { type DataSet, inserter, inTransactions, openFast } from './data-set.ts';

const dayMs = 86_400_000;
/** The number of days that the entries cover, until now. */
const days = 60;
/** The bytes of a large entry: a long note in a script with three bytes a character. */
const note = '漢'.repeat(5000);
const largeUnits = Object.fromEntries(
  adUnitSlots.map(({ name }) => [name, `ca-app-pub-1234567890123456/${'7'.repeat(170)}`]),
);

export type LogSize = {
  /** The number of all entries that are added. */
  entries: number;
  /** The number of large ones among them, of one owner's apps. */
  large: number;
};

/**
 * Adds entries to the log of a data set, in the shares that an installation has: most are about apps, a third is of batches. The
 * apps of one owner (`ownerId`) get large entries besides. They lie in the log of the last 60 days.
 */
export async function addLog(
  { dataDir, appIDs }: DataSet,
  ownerId: string,
  { entries, large }: LogSize,
): Promise<void> {
  const db = openFast(dataDir);
  const random = seededRandom(entries);
  const below = (bound: number) => Math.floor(random() * bound);
  const own = db
    .prepare('select "appID" from app where "ownerId" = ? order by 1')
    .all(ownerId)
    .map((row) => String(row.appID));
  const others = db.prepare('select id from app_user limit 1000').all();
  const insert = inserter(db, 'change');
  const until = Date.now() - 1000;
  const from = until - days * dayMs;
  const step = (days * dayMs) / Math.max(1, entries);
  const everyLarge = large > 0 ? Math.max(1, Math.floor(entries / large)) : 0;
  const admin = { actorKind: 'admin', actorId: 'bench', actorName: 'Bench', address: '127.0.0.1' };
  const owner = { actorKind: 'user', actorId: ownerId, actorName: 'Owner', address: '127.0.0.1' };
  await inTransactions(db, entries, (index) => {
    const at = Math.floor(from + index * step);
    const add = (
      author: typeof admin,
      { entity, key, action = 'update' }: { entity: string; key: string; action?: string },
      row: object,
      batch: string | null = null,
    ) => insert({ at, ...author, entity, key, action, row: JSON.stringify(row), batch });
    if (everyLarge > 0 && own.length > 0 && index % everyLarge === 0) {
      const key = own[(index / everyLarge) % own.length] as string;
      const row = { appID: key, appName: `Large ${index}`, ownerId, note, ...largeUnits };
      const country = 'IN,US,'.repeat(660);
      const isCountries = index % (3 * everyLarge) === 0;
      if (!isCountries) add(owner, { entity: 'app', key }, row);
      else add(owner, { entity: 'app-configuration', key }, { appID: key, country });
      return;
    }
    const key = appIDs[below(appIDs.length)] as string;
    const person = String(others[below(others.length)]?.id);
    const kind = below(100);
    // A batch changes a thousand apps one after the other.
    const batch = Math.floor(index / 1000) % 3 === 0 ? `bench${Math.floor(index / 1000)}` : null;
    const author = kind % 5 === 0 ? { ...owner, actorId: person } : admin;
    if (batch !== null || kind < 80) {
      add(author, { entity: 'app', key }, { appID: key, appName: `Change ${index}` }, batch);
    } else if (kind < 90) {
      add(author, { entity: 'app-configuration', key }, { appID: key, country: 'IN' });
    } else if (kind < 94) {
      add(author, { entity: 'finding', key, action: 'mute' }, { appID: key, rule: 'no-units' });
    } else if (kind < 97) {
      add(author, { entity: 'user', key: person }, { id: person, fullName: `Person ${index}` });
    } else if (kind < 98) {
      const id = randomBytes(8).toString('hex');
      add(author, { entity: 'batch', key: id, action: 'create' }, { id, title: `Batch ${index}` });
    } else if (kind < 99) {
      add(author, { entity: 'global-config', key: 'apiMethod' }, { apiMethod: 'header' });
    } else {
      const gone = { entity: 'app', key: `gone${index}`, action: 'delete' };
      add(author, gone, { appID: gone.key, appName: `Gone ${index}` });
    }
  });
  db.exec(`insert into change_search (change_search) values ('optimize')`);
  db.exec('pragma journal_mode = wal');
  db.close();
}
