import type { AfterWriting, WrittenThing } from '../../../changes/change-log.ts';
import { isDatabaseGone } from '../../../db/errors.ts';
import { inSavepoint } from '../../../db/savepoint.ts';
import type { Logger } from '../../../kit/logger.ts';
import { appsThatNeedVpnKey } from './apps.store.ts';
import type { Judging } from './judging.service.ts';

/** The number of apps that are judged at a time: other requests take their turn in between. */
const appsAtOnce = 200;
/** The number of apps that are judged at once when the VPN API key is set or removed. */
const mostForVpnKey = 100;

const isOfApp = ({ entity }: WrittenThing) => entity === 'app' || entity === 'app-configuration';

/**
 * Judges every app that a transaction has written, in the same transaction. All writes of apps and configurations have an entry
 * in the log, so this is the one place that all of them pass. A fault of a rule is logged and stops no save: the findings stay as
 * they were until the next hourly run. Apps that a large batch writes are compared with others by the next run, which begins soon
 * after the batch ends.
 */
export function judgeEachWrite(
  { judgeWritten, judgeAlone }: Pick<Judging, 'judgeWritten' | 'judgeAlone'>,
  logger: Logger,
): AfterWriting {
  return async ({ tx, at }, things) => {
    const appIDs = new Set(things.filter(isOfApp).map(({ key }) => key));
    if (things.some(({ entity, key }) => entity === 'global-config' && key === 'vpnApiKey')) {
      for (const appID of await appsThatNeedVpnKey(tx, mostForVpnKey)) appIDs.add(appID);
    }
    const all = [...appIDs];
    const judge = things.some((thing) => thing.isLarge) ? judgeAlone : judgeWritten;
    for (let start = 0; start < all.length; start += appsAtOnce) {
      const some = all.slice(start, start + appsAtOnce);
      try {
        await inSavepoint(tx, () => judge(tx, some, at));
      } catch (error) {
        if (isDatabaseGone(error)) throw error;
        logger.error({ err: error, appIDs: some }, 'apps could not be judged');
      }
    }
  };
}
