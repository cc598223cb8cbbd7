import { createChangeLog } from '../src/changes/change-log.ts';
import type { ChangesFeed } from '../src/changes/changes.feed.ts';
import type { Db } from '../src/db/schema.ts';
import { deleteApp, insertApp, updateApp } from '../src/features/apps/apps.store.ts';
import { systemAuthor } from '../src/http/actor.ts';
import { systemClock } from '../src/kit/clock.ts';
import { sampleSnapshot } from './sample-app-snapshot.ts';

/** Writes an app directly into the tables and the log of changes, as the server does. */
export function writeApp(
  { db, feed }: { db: Db; feed: ChangesFeed },
  task: 'create' | 'update' | 'delete',
  appID: string,
  appName = '',
): Promise<void> {
  const changeLog = createChangeLog(db, feed, systemClock);
  return changeLog(systemAuthor, async ({ tx, at, log }) => {
    const token = { token: appID.repeat(32).slice(0, 32), since: at, until: null };
    const row = sampleSnapshot({ appID, appName, tokens: [token] });
    const [version = 0] = await log({ entity: 'app', key: appID, action: task, row });
    if (task === 'create') await insertApp(tx, row, version, at);
    else if (task === 'update') await updateApp(tx, row, version, at);
    else await deleteApp(tx, appID);
  });
}
