import type { LoggedWrite } from '../../../changes/change-log.ts';
import { changesAnything } from '../../../edits/edits.plan.policy.ts';
import type { PlannedEdit } from '../../../edits/edits.table.ts';
import type { Became, StoredApp } from '../batches.table.ts';

/** The outcomes of apps, by app ID. */
export type Results = Promise<Map<string, Became>>;

/** The two ways to work on apps: all together, or each alone. */
export type Ways = {
  together: (
    write: LoggedWrite,
    apps: StoredApp[],
    work: (some: StoredApp[]) => Results,
  ) => Promise<Became[]>;
  alone: (write: LoggedWrite, app: StoredApp, work: () => Promise<Became>) => Promise<Became>;
};

/**
 * Returns the outcomes of apps by their edits. An app that has changed or gone since is skipped, like one that has these values
 * already.
 */
export function becameOf(planned: PlannedEdit[]): Map<string, Became> {
  return new Map(planned.map((one) => [one.appID, becameOfOne(one)]));
}

function becameOfOne(planned: PlannedEdit): Became {
  if (planned.refusal) {
    const { code, message: reason } = planned.refusal;
    const isSince = code === 'not-found' || code === 'stale';
    return { outcome: isSince ? 'skipped' : 'failed', reason };
  }
  return changesAnything(planned.write)
    ? { outcome: 'changed', reason: '' }
    : { outcome: 'skipped', reason: 'It has these values already' };
}
