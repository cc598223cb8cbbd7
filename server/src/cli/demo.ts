import { countByStatus } from '../app-lists/apps.list.store.ts';
import { settingsOfCommand } from '../command-settings.ts';
import { featuresForCommand } from '../composition/with-features.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import type { Db } from '../db/schema.ts';
import { countUsers } from '../edits/apps.store.ts';
import { demoViewer } from '../features/admins/admins.demo.ts';
import { listAdmins } from '../features/admins/admins.store.ts';
import { judgeApps } from '../features/findings/judging/run.service.ts';
import { compareDays } from '../features/traffic/traffic.comparing.service.ts';
import { addUpByOwner } from '../features/traffic/traffic.totals.service.ts';
import type { Actor } from '../http/actor.ts';
import { dayMs, systemClock } from '../kit/clock.ts';
import type { Settings } from '../settings.ts';
import { planEvents } from './demo/events.ts';
import { drawIcon } from './demo/icons.ts';
import { accounts, deletedOwner, demoPassword, people } from './demo/portfolio.ts';
import { createRandomValues } from './demo/random.ts';
import { makeRequests } from './demo/requests.ts';
import { writeUsage } from './demo/usage.ts';

/* npm run demo: fills an empty database with demo data of a publisher. */

const seed = 2026;
/** Before the first event, also if a weekend moves that to the Friday before. */
const beginDaysAgo = 303;
const adminAddress = '192.0.2.2';

/** Icons for most apps; the list shows the others by their first letter. */
async function drawIcons(): Promise<Map<string, Buffer>> {
  const apps = accounts.flatMap((account) => account.apps);
  const icons = new Map<string, Buffer>();
  for (const [index, [appName, , glyph]] of apps.entries()) {
    if (index % 16 !== 11) icons.set(appName, await drawIcon(glyph, (index * 137) % 360));
  }
  return icons;
}

/** Writes all events with the server's services, each at its time; returns the text to print. */
async function fill(db: Db, settings: Settings): Promise<string> {
  // This comes first, because the check of icons blocks SVG for the rest of this process.
  const icons = await drawIcons();
  const now = systemClock();
  let time = now - beginDaysAgo * dayMs;
  const clock = () => time;
  const { features, judging } = await featuresForCommand(settings, db, clock);
  const { email, generatedPassword } = await features.prepare();
  const [{ id, fullName } = { id: '', fullName: '' }] = await listAdmins(db);
  const admin: Actor = { kind: 'admin', id, fullName, login: email, address: adminAddress };
  const context = { ...features, db, admin };
  const events = planEvents(context, icons, { now, draw: createRandomValues(seed) });
  for (const event of events) {
    time = event.at;
    await event.run();
  }

  time = now;
  await makeRequests(db, features, { admin, now });
  await features.addDemo(admin, demoPassword);
  await writeUsage(db, { now, draw: createRandomValues(seed) });
  const { trafficDays } = settings;
  await addUpByOwner(db, { now, trafficDays });
  await compareDays(db, { now, trafficDays });
  await judgeApps({ db, judging, isBatchRunning: async () => false }, now);

  const { apps, live, inDevelop, suspend } = await countByStatus(db);
  const userIDs = people.map(({ userId }) => userId).filter((userId) => userId !== deletedOwner);
  return `Made ${apps} apps (${live} live, ${inDevelop} In-Develop, ${suspend} suspended), ${userIDs.length} users,
a history of ${events.length} events, and 90 days of traffic.

  Administrator: ${email}${generatedPassword ? `\n  Password:      ${generatedPassword}  (shown this once)` : ''}
  Users:         ${userIDs.join(', ')}
  Viewer:        ${demoViewer}
  Their password: ${demoPassword}

If a server runs on this database, restart it: it reads the ads when it starts.`;
}

try {
  const settings = settingsOfCommand();
  const { db, close } = await openDatabase(settings);
  try {
    await migrate(db);
    if ((await countByStatus(db)).apps > 0 || (await countUsers(db)) > 0) {
      throw new Error('The database has apps or users already. The demo needs an empty database.');
    }
    console.log(await fill(db, settings));
  } finally {
    await close();
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
