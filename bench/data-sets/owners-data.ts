import { createHash, randomBytes } from 'node:crypto';
import { type DataSet, inserter, openFast } from './data-set.ts';

/** A person with many apps, and the bearer token of a session. */
export type SignedInOwner = { id: string; userID: string; bearer: string };

/** Gives each of the first owners so many apps of a data set, and opens a session for each. */
export function signInOwners(
  { dataDir }: DataSet,
  { owners, appsOfEach }: { owners: number; appsOfEach: number },
): SignedInOwner[] {
  const db = openFast(dataDir);
  const session = inserter(db, 'session');
  const now = Date.now();
  const give = db.prepare('update app set "ownerId" = ? where rowid > ? and rowid <= ?');
  const people = db.prepare('select id, "userID" from app_user order by id limit ?').all(owners);
  const signedIn = people.map((person, place) => {
    const id = String(person.id);
    give.run(id, place * appsOfEach, (place + 1) * appsOfEach);
    const bearer = randomBytes(32).toString('base64url');
    const tokenHash = createHash('sha256').update(bearer).digest('hex');
    session({ tokenHash, kind: 'user', accountId: id, createdAt: now, lastSeenAt: now });
    return { id, userID: String(person.userID), bearer };
  });
  db.exec('pragma journal_mode = wal');
  db.close();
  return signedIn;
}
