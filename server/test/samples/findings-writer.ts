import { createChangesFeed } from '../../src/changes/changes.feed.ts';
import { composeChangeLog } from '../../src/composition/compose-findings.ts';
import type { Db } from '../../src/db/schema.ts';
import { wholeApps } from '../../src/edits/apps.store.ts';
import type { AppSnapshot } from '../../src/edits/apps.table.ts';
import { writeApps } from '../../src/edits/edits.write.service.ts';
import { judgeApps } from '../../src/features/findings/judging/run.service.ts';
import { isLargeBatchRunning } from '../../src/features/findings/judging/run.store.ts';
import { systemAuthor } from '../../src/http/actor.ts';
import { createLogger } from '../../src/kit/logger.ts';
import { sampleSnapshot } from './sample-app-snapshot.ts';

/** Returns an ad unit in the form of AdMob; `publisher` is one digit. */
export const admobUnit = (number: number, publisher = 1) =>
  `ca-app-pub-${String(publisher).repeat(16)}/${String(number).padStart(10, '0')}`;

/** Writes apps through the log of changes, as the server does, and reads what was found in them. */
export function createFindingsWriter(database: { db: Db }, clock: () => number = () => 1_000) {
  const composed = () =>
    composeChangeLog(database.db, createChangesFeed(), clock, createLogger('silent'));

  return {
    /** Saves a live app without any mistake, except that it has no owner; `over` replaces some fields. */
    save(appID: string, over: Partial<AppSnapshot> = {}) {
      const own = { packageName: `com.harbour.${appID}`, googleNative4: `unit-of-${appID}` };
      const after = sampleSnapshot({ appID, ...own, ...over });
      return composed().changeLog(systemAuthor, async (write) => {
        const before = (await wholeApps(write.tx, [appID])).get(appID)?.snapshot ?? null;
        const action = before ? 'update' : 'create';
        await writeApps(write, [{ appID, action, before, after, configuration: null }]);
      });
    },
    remove: (appID: string) =>
      composed().changeLog(systemAuthor, (write) => {
        const before = sampleSnapshot({ appID });
        return writeApps(write, [
          { appID, action: 'delete', before, after: null, configuration: null },
        ]);
      }),
    changeLog: (...call: Parameters<ReturnType<typeof composed>['changeLog']>) =>
      composed().changeLog(...call),
    /** Judges all apps, as every hour; returns how many had other findings. */
    run: () =>
      judgeApps(
        {
          db: database.db,
          judging: composed().judging,
          isBatchRunning: () => isLargeBatchRunning(database.db),
        },
        clock(),
      ),
    /** Returns the rules of an app's findings, with their fields, without the missing owner. */
    async found(appID: string): Promise<string[]> {
      const rows = await database.db
        .selectFrom('finding')
        .select(['rule', 'field'])
        .where('appID', '=', appID)
        .where('rule', '<>', 'live-without-owner')
        .execute();
      return rows.map(({ rule, field }) => `${rule} ${field}`.trim()).sort();
    },
  };
}
