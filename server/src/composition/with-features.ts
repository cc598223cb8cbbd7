import { accessOfRole } from '@adwarden/contract/people/people';
import { createChangesFeed } from '../changes/changes.feed.ts';
import { settingsOfCommand } from '../command-settings.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import type { Db } from '../db/schema.ts';
import { listAdmins } from '../features/admins/admins.store.ts';
import type { Actor } from '../http/actor.ts';
import { type Clock, systemClock } from '../kit/clock.ts';
import { loginKey } from '../kit/ids.ts';
import { createLogger } from '../kit/logger.ts';
import type { Settings } from '../settings.ts';
import { composeFeatures, type Features } from './compose-features.ts';
import { composeChangeLog } from './compose-findings.ts';
import { checkedSeal } from './secret-key.ts';

/** Builds the features for a command of the shell, which may set the clock; and the rules of findings. */
export async function featuresForCommand(settings: Settings, db: Db, clock: Clock = systemClock) {
  const logger = createLogger('silent');
  const feed = createChangesFeed();
  const { changeLog, judging } = composeChangeLog(db, feed, clock, logger);
  const features = composeFeatures({
    db,
    changeLog,
    feed,
    judging,
    seal: await checkedSeal(settings, db),
    clock,
    now: clock,
    settings,
    logger,
    isPaused: () => false,
  });
  return { features, judging };
}

/** Does something with the features of the server, on the database of the settings. The server may be running. */
export async function withFeatures<T>(
  work: (features: Features, db: Db) => Promise<T>,
): Promise<T> {
  const settings = settingsOfCommand();
  const { db, close } = await openDatabase(settings);
  try {
    await migrate(db);
    const { features } = await featuresForCommand(settings, db);
    return await work(features, db);
  } finally {
    await close();
  }
}

/**
 * Finds the enabled administrator with an e-mail address, as the author of changes; without one, the only enabled one. A viewer is
 * none.
 */
export async function administrator(db: Db, email: string | undefined): Promise<Actor> {
  const all = (await listAdmins(db)).filter(
    ({ enabled, role }) => enabled === 'on' && accessOfRole(role) === 'all',
  );
  const found = email ? all.filter((one) => loginKey(one.email) === loginKey(email)) : all;
  const [admin] = found;
  if (!admin)
    throw new Error(
      email
        ? `${email} is no administrator, is disabled or may only view`
        : 'There is no administrator',
    );
  if (found.length > 1) throw new Error('There are several administrators: add --as EMAIL');
  return { kind: 'admin', id: admin.id, fullName: admin.fullName, login: admin.email, address: '' };
}
