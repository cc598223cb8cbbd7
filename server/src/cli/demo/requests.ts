import { sampleAdUnits } from '@adwarden/contract/ad-units';
import { requestedChanges } from '@adwarden/contract/change-requests/change-requests';
import type { Db } from '../../db/schema.ts';
import type { AppsService } from '../../features/apps/apps.service.ts';
import type { ChangeRequests } from '../../features/change-requests/change-requests.service.ts';
import type { UsersService } from '../../features/users/users.service.ts';
import type { Actor } from '../../http/actor.ts';
import { people } from './portfolio.ts';

type Services = { apps: AppsService; users: UsersService; changeRequests: ChangeRequests };

const hourMs = 3_600_000;
/** The user whose changes wait for approval. */
const junior = 'amara.n';
/** The user who stops the ads of an app over the weekend. */
const planner = 'mara';

/** Finds an owner as an actor, with one of the owner's apps that shows ads. */
async function ownerWithApp(db: Db, userID: string): Promise<{ actor: Actor; appID: string }> {
  const { id, fullName, appID } = await db
    .selectFrom('app_user')
    .innerJoin('app', 'app.ownerId', 'app_user.id')
    .select(['app_user.id', 'app_user.fullName', 'app.appID'])
    .where('app_user.userID', '=', userID)
    .where('app.appStatus', '=', 'live')
    .where('app.adsStatus', '=', 'on')
    .orderBy('app.appName')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { address = '' } = people.find(({ userId }) => userId === userID) ?? {};
  return { actor: { kind: 'user', id, fullName, login: userID, address }, appID };
}

/** Returns the next Friday, 18:00 UTC, that is at least a day away; epoch ms. */
function nextFridayEvening(now: number): number {
  const date = new Date(now + 24 * hourMs);
  date.setUTCDate(date.getUTCDate() + ((5 - date.getUTCDay() + 7) % 7));
  return date.setUTCHours(18, 0, 0, 0);
}

/** Makes two scheduled changes of one app, and a change that waits for approval. */
export async function makeRequests(
  db: Db,
  { apps, users, changeRequests }: Services,
  { admin, now }: { admin: Actor; now: number },
): Promise<void> {
  const { actor, appID } = await ownerWithApp(db, planner);
  const friday = nextFridayEvening(now);
  const note = 'The ad account is audited over the weekend';
  for (const [adsStatus, at] of [
    ['off', friday],
    ['on', friday + 60 * hourMs],
  ] as const) {
    await changeRequests.create(actor, { appID, changes: { adsStatus }, at, note });
  }
  const waiting = await ownerWithApp(db, junior);
  await users.update(admin, waiting.actor.id, { needsApproval: 'on' });
  const changes = requestedChanges.parse({
    visibleExtra: 'on',
    reward2: sampleAdUnits.reward,
    note: 'A second reward after each level',
  });
  await apps.update(waiting.actor, waiting.appID, changes, null);
}
