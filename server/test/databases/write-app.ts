import { createChangeLog } from '../../src/changes/change-log.ts';
import type { ChangesFeed } from '../../src/changes/changes.feed.ts';
import type { Db } from '../../src/db/schema.ts';
import { wholeApps } from '../../src/edits/apps.store.ts';
import { writeApps } from '../../src/edits/edits.write.service.ts';
import { systemAuthor } from '../../src/http/actor.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { sampleSnapshot } from '../samples/sample-app-snapshot.ts';

/** Writes an app directly into the tables and the log of changes, as the server does. */
export function writeApp(
  { db, feed }: { db: Db; feed: ChangesFeed },
  task: 'create' | 'update' | 'delete',
  appID: string,
  appName = '',
): Promise<void> {
  const changeLog = createChangeLog(db, feed, systemClock);
  return changeLog(systemAuthor, async (write) => {
    const before = (await wholeApps(write.tx, [appID])).get(appID)?.snapshot ?? null;
    const token = { token: appID.repeat(32).slice(0, 32), since: write.at, until: null };
    const tokens = before?.tokens ?? [token];
    const after = task === 'delete' ? null : sampleSnapshot({ appID, appName, tokens });
    await writeApps(write, [{ appID, action: task, before, after, configuration: null }]);
  });
}
