import type { ChangeLog } from '../../changes/change-log.ts';
import {
  emergencyStopFile,
  readEmergencyStop,
  readLoggedSteps,
  type StopStep,
  writeLoggedSteps,
} from '../../emergency-stop.ts';
import { commandLineAuthor } from '../../http/actor.ts';
import type { Job } from '../../jobs/job.ts';
import { isoTime } from '../../kit/clock.ts';
import { hasPauseEntry } from './pauses.store.ts';

/** Returns a step as the log's entry of a pause of all apps. */
function entryOf({ id, at, by, isStopped }: StopStep) {
  const reason = `npm run admin -- ${isStopped ? 'pause-all' : 'resume-all'}, by ${by}`;
  const row = { scope: 'all', value: '', label: 'All apps of one machine', reason, until: null };
  const action = isStopped ? ('create' as const) : ('end' as const);
  return {
    entity: 'pause' as const,
    key: id,
    action,
    row: { ...row, endedAt: isStopped ? null : isoTime(at) },
  };
}

/**
 * The job that writes what operators did to the ads of this machine without a database into the log of changes, when the database
 * is there.
 */
export function machineStopsJob({
  changeLog,
  dataDir,
}: {
  changeLog: ChangeLog;
  dataDir: string;
}): Job {
  async function work(): Promise<boolean> {
    const { steps } = (await readEmergencyStop(dataDir)) ?? { steps: [] };
    if (steps.length === 0) return false;
    const logged = await readLoggedSteps(dataDir);
    const unlogged = steps.filter(({ id }) => !logged.has(id));
    if (unlogged.length === 0) return false;
    await changeLog(commandLineAuthor, async ({ tx, log }) => {
      for (const one of unlogged) {
        // An office that was killed may have written the entry without recording that.
        if (!(await hasPauseEntry(tx, one.id))) await log(entryOf(one));
      }
    });
    await writeLoggedSteps(
      dataDir,
      steps.map(({ id }) => id),
    );
    return false;
  }
  return {
    name: 'stops of this machine',
    everyMs: 5_000,
    on: 'each node',
    needs: [],
    work,
    words: {
      failing: `what ${emergencyStopFile(dataDir)} says could not be logged`,
      again: 'stops of this machine are logged again',
    },
  };
}
