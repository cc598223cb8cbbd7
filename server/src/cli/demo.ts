import { createChangeLog } from '../changes/change-log.ts';
import { createChangesFeed } from '../changes/changes.feed.ts';
import { composeFeatures } from '../composition/compose-features.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import type { Db } from '../db/schema.ts';
import { listAdmins } from '../features/admins/admins.store.ts';
import { countUsers } from '../features/apps/apps.store.ts';
import { countByStatus } from '../features/apps/list/apps.list.store.ts';
import type { Actor } from '../http/actor.ts';
import { systemClock } from '../kit/clock.ts';
import { createLogger } from '../kit/logger.ts';
import { createSeal } from '../kit/seal.ts';
import { loadSecretKey } from '../secret-key.ts';
import { type Settings, settingsHere } from '../settings.ts';
import { drawIcon } from './demo/icons.ts';
import { accounts, demoPassword, leaver, people } from './demo/portfolio.ts';
import { createDraw } from './demo/random.ts';
import { planStory } from './demo/story.ts';
import { writeUsage } from './demo/usage.ts';

/* npm run demo: fills an empty database with a publisher's portfolio to look around in. */

const seed = 2026;
/** Before the first deed, even where that is moved to the Friday before. */
const beginDaysAgo = 303;
const adminAddress = '192.0.2.2';
const dayMs = 86_400_000;

/** An icon for every app but a few, which the list shows by their first letter. */
async function drawIcons(): Promise<Map<string, Buffer>> {
  const apps = accounts.flatMap((account) => account.apps);
  const icons = new Map<string, Buffer>();
  for (const [index, [appName, , glyph]] of apps.entries()) {
    if (index % 16 !== 11) icons.set(appName, await drawIcon(glyph, (index * 137) % 360));
  }
  return icons;
}

/** Writes the story through the services that the server has, each deed at its time; answers what to print. */
async function fill(db: Db, settings: Settings): Promise<string> {
  // First, because the check of icons forbids this process to read SVG ever after.
  const icons = await drawIcons();
  const now = systemClock();
  let time = now - beginDaysAgo * dayMs;
  const clock = () => time;
  const seal = createSeal(
    await loadSecretKey(settings.secretKey, settings.dataDir),
    settings.oldSecretKeys,
  );
  const logger = createLogger('silent');
  const changeLog = createChangeLog(db, createChangesFeed(), clock);
  const features = composeFeatures({ db, changeLog, seal, clock, settings, logger });
  const { email, generatedPassword } = await features.prepare();
  const [{ id, fullName } = { id: '', fullName: '' }] = await listAdmins(db);
  const admin: Actor = { kind: 'admin', id, fullName, login: email, address: adminAddress };
  const stage = { ...features.services, admin };
  const deeds = planStory(stage, icons, { now, draw: createDraw(seed) });
  for (const deed of deeds) {
    time = deed.at;
    await deed.run();
  }

  await writeUsage(db, { now, draw: createDraw(seed) });

  const { apps, live, inDevelop, suspend } = await countByStatus(db);
  const userIDs = people.map(({ userId }) => userId).filter((userId) => userId !== leaver);
  return `Made ${apps} apps (${live} live, ${inDevelop} in development, ${suspend} suspended), ${userIDs.length} users,
a history of ${deeds.length} deeds, and 90 days of usage.

  Administrator: ${email}${generatedPassword ? `\n  Password:      ${generatedPassword}  (shown this once)` : ''}
  Users:         ${userIDs.join(', ')}
  Password:      ${demoPassword}

If a server runs on this database, restart it: it reads the ads when it starts.`;
}

try {
  const settings = settingsHere();
  const { db, close } = await openDatabase(settings);
  try {
    await migrate(db);
    if ((await countByStatus(db)).apps > 0 || (await countUsers(db)) > 0) {
      throw new Error('The database has apps or users already: the demo fills an empty one only.');
    }
    console.log(await fill(db, settings));
  } finally {
    await close();
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
