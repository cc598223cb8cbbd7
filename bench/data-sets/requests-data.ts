import { randomBytes } from 'node:crypto';
import { seededRandom } from '../measuring/statistics.ts';
import { type DataSet, inserter, inTransactions, openFast } from './data-set.ts';

const states = ['applied', 'applied', 'rejected', 'cancelled', 'in-review', 'scheduled'];
const note = 'New ad units for the holidays; please look at the banner before you approve. '.repeat(
  5,
);
const betweenMs = 60_000;

/**
 * Adds change requests to a data set, a fifth of them an administrator's and the others of the owners of their apps, and
 * mutes every second finding.
 */
export async function addRequestsAndMutes({ dataDir }: DataSet, requests: number): Promise<void> {
  const db = openFast(dataDir);
  const random = seededRandom(requests);
  const apps = db
    .prepare('select "appID", "appName", "ownerId" from app where "ownerId" is not null')
    .all();
  const insert = inserter(db, 'change_request');
  const from = Date.now() - requests * betweenMs;
  await inTransactions(db, requests, (index) => {
    const app = apps[Math.floor(random() * apps.length)] as Record<string, string>;
    const state = states[index % states.length] as string;
    const at = from + index * betweenMs;
    const isAdmin = index % 5 === 0;
    insert({
      id: randomBytes(8).toString('hex'),
      appID: app.appID as string,
      appName: app.appName as string,
      ownerId: app.ownerId as string,
      state,
      approval: isAdmin ? 'off' : 'on',
      at: state === 'scheduled' ? Date.now() + index * betweenMs : null,
      note: `${note}${index}`,
      changes: JSON.stringify({ appName: `Wanted ${index}`, note }),
      before: JSON.stringify({ appName: app.appName, note: '' }),
      authorKind: isAdmin ? 'admin' : 'user',
      authorId: isAdmin ? 'bench' : (app.ownerId as string),
      authorName: isAdmin ? 'Bench' : `Owner ${app.ownerId}`,
      authorAddress: '127.0.0.1',
      decidedByKind: '',
      decidedById: '',
      decidedByName: '',
      reason: '',
      createdAt: at,
      changedAt: at,
    });
  });
  const mute = { at: Date.now(), by: 'Bench', reason: 'Known' };
  db.prepare(
    `update finding set "mutedAt" = ?, "mutedByKind" = 'admin', "mutedBy" = ?, "muteReason" = ?
      where rowid % 2 = 0`,
  ).run(mute.at, mute.by, mute.reason);
  db.exec('pragma journal_mode = wal');
  db.close();
}
