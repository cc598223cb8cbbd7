import type { ChangeLog } from '../../changes/change-log.ts';
import { loggedPause } from '../../features/pauses/pauses.present.ts';
import { endPause, findPause, insertPauses } from '../../features/pauses/pauses.store.ts';
import type { Actor } from '../../http/actor.ts';
import { newId } from '../../kit/ids.ts';
import type { Calendar, DemoEvent } from './context.ts';

const hourMs = 3_600_000;

/** Pauses of one app each; `hours`: until somebody resumed the ads, null for the one that is still active. */
const pauses: { appName: string; reason: string; daysAgo: number; hours: number | null }[] = [
  {
    appName: 'Monsoon Radar',
    reason: 'Accidental clicks since the last update; the banner moves to another place.',
    daysAgo: 12,
    hours: 7,
  },
  {
    appName: 'Driftwood Dash',
    reason: 'The ad network reports invalid traffic. Its answer is expected this week.',
    daysAgo: 1,
    hours: null,
  },
];

type Deps = { changeLog: ChangeLog; admin: Actor };

/**
 * Plans the pauses of the demo, each of one app. They are written as the service writes them; but the service asks the database
 * for the time, and these are of the past.
 */
export function planPauses({ changeLog, admin }: Deps, calendar: Calendar): DemoEvent[] {
  const { kind, fullName } = admin;
  return pauses.flatMap(({ appName, reason, daysAgo, hours }): DemoEvent[] => {
    const id = newId();
    const begin: DemoEvent = {
      at: calendar(daysAgo),
      run: () =>
        changeLog(admin, async ({ tx, at, log }) => {
          const { appID } = await tx
            .selectFrom('app')
            .select('appID')
            .where('appName', '=', appName)
            .executeTakeFirstOrThrow();
          await insertPauses(tx, {
            id,
            scope: 'app',
            value: appID,
            key: appID,
            reason,
            createdAt: at,
            createdByKind: kind,
            createdByName: fullName,
            createdById: null,
            continues: null,
            until: null,
            endedAt: null,
            endedByKind: null,
            endedByName: null,
            endedById: null,
          });
          const row = await findPause(tx, id);
          if (row) await log({ entity: 'pause', key: id, action: 'create', row: loggedPause(row) });
        }),
    };
    if (hours === null) return [begin];
    const end: DemoEvent = {
      at: begin.at + hours * hourMs,
      run: () =>
        changeLog(admin, async ({ tx, at, log }) => {
          await endPause(tx, id, {
            endedAt: at,
            endedByKind: kind,
            endedByName: fullName,
            endedById: admin.id,
          });
          const row = await findPause(tx, id);
          if (row) await log({ entity: 'pause', key: id, action: 'end', row: loggedPause(row) });
        }),
    };
    return [begin, end];
  });
}
