import type { Db } from '../../src/db/schema.ts';
import { newAuthToken, newId } from '../../src/kit/ids.ts';
import { sampleAppRow } from '../samples/sample-app-snapshot.ts';

const rowsAtOnce = 250;

/** Writes apps with a token each, by the tables, because as many calls take long; returns their IDs in their order. */
export async function writeManyApps(db: Db, count: number, over: object = {}): Promise<string[]> {
  const appIDs: string[] = [];
  for (let from = 0; from < count; from += rowsAtOnce) {
    const apps = Array.from({ length: Math.min(rowsAtOnce, count - from) }, (_, index) =>
      sampleAppRow({
        appID: newId(),
        appName: `App ${from + index}`,
        packageName: `com.harbour.many${from + index}`,
        adsStatus: 'on',
        ownerId: null,
        ...over,
      }),
    );
    await db.insertInto('app').values(apps).execute();
    const token = { since: 0, until: null };
    const tokens = apps.map(({ appID }) => ({ ...token, token: newAuthToken(), appID }));
    await db.insertInto('app_token').values(tokens).execute();
    appIDs.push(...apps.map(({ appID }) => appID));
  }
  return appIDs;
}
