import type { AfterWriting } from '../../changes/change-log.ts';
import { newId } from '../../kit/ids.ts';
import { loggedPause } from './pauses.present.ts';
import * as store from './pauses.store.ts';

/**
 * Keeps an app paused when an edit takes it out of the account or the owner that an administrator has paused: the app
 * gets a pause of its own, which ends with that pause. Otherwise an owner could escape a pause by renaming the account.
 * Every write of an app passes here, in its transaction (ADR 34).
 */
export const continuePauses: AfterWriting = async ({ tx, at, log }, things) => {
  const apps = things.filter(({ entity, action }) => entity === 'app' && action === 'update');
  if (apps.length === 0) return;
  const pauses = await store.pausesThatApps(tx);
  if (pauses.length === 0) return;
  const first = Math.min(...apps.map(({ seq }) => seq));
  const appIDs = [...new Set(apps.map(({ key }) => key))];
  for (const { appID, pause } of await store.appsThatLeft(tx, pauses, { appIDs, before: first })) {
    const { id: continues, reason, until, createdByKind, createdByName } = pause;
    const id = newId();
    await store.insertPauses(tx, {
      id,
      scope: 'app',
      value: appID,
      key: appID,
      reason,
      until,
      continues,
      createdAt: at,
      createdByKind,
      createdByName,
      createdById: null,
      endedAt: null,
      endedByKind: null,
      endedByName: null,
      endedById: null,
    });
    const made = await store.findPause(tx, id);
    if (made) await log({ entity: 'pause', key: id, action: 'create', row: loggedPause(made) });
  }
};
