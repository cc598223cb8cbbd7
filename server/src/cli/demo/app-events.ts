import { type AdUnits, adUnitSlots, sampleAdUnits } from '@adwarden/contract/ad-units';
import { type AppChanges, appChanges, newAppForm } from '@adwarden/contract/apps';
import type { Actor } from '../../http/actor.ts';
import type { Calendar, DemoContext, DemoEvent, Person } from './context.ts';
import { type Account, countryLists, deletedApp, newOwners, notes } from './portfolio.ts';
import type { RandomValues } from './random.ts';

/** An app of the demo. Its ad units begin with `publisher`; `index` is its number. */
export type DemoApp = {
  account: Account;
  owner: Person;
  publisher: string;
  app: Account['apps'][number];
  icon: Buffer | null;
  index: number;
};

const minuteMs = 60_000;

/** This number of ad units: Google's samples, or random ones in the form of real ones, with a forgotten sample here and there. */
function someAdUnits(count: number, draw: RandomValues, publisher?: string): Partial<AdUnits> {
  const slots = adUnitSlots.filter((_, slot) => slot % 3 === 0 || slot < count);
  return Object.fromEntries(
    slots.slice(0, count).map(({ name, kind }) => {
      const madeUp = publisher !== undefined && !draw.chance(0.01);
      return [name, madeUp ? `${publisher}/${draw.digits(10)}` : sampleAdUnits[kind]];
    }),
  );
}

/**
 * Plans the events of one app: added, configured, released, changed, and sometimes suspended, given to another owner or deleted.
 */
export function planApp(
  { apps, appConfigurations, admin }: DemoContext,
  { account, owner, publisher, app, icon, index }: DemoApp,
  calendar: Calendar,
  draw: RandomValues,
): DemoEvent[] {
  const [appName, category] = app;
  const isNew = index % 9 === 4;
  const isConfigured = index % 2 === 0;
  const events: DemoEvent[] = [];
  let appID = '';
  let day = isNew ? 4 + draw.below(30) : 60 + draw.below(225);

  /** Adds an event after the last one, by the owner (if there is one) or by the administrator. */
  const then = (least: number, most: number, run: (actor: Actor) => Promise<unknown>) => {
    day = Math.max(1, day - least - draw.below(most - least + 1));
    const earliest = (events.at(-1)?.at ?? 0) + (5 + draw.below(90)) * minuteMs;
    const byOwner = draw.chance(0.7);
    events.push({
      at: Math.max(calendar(day), earliest),
      run: () => run((byOwner && owner.actor) || admin),
    });
  };
  const change = (least: number, most: number, changes: AppChanges) =>
    then(least, most, (actor) => apps.update(actor, appID, appChanges.parse(changes), null));

  then(0, 0, async (actor) => {
    const form = newAppForm.parse({
      appName,
      packageName: `${account.prefix}.${appName.toLowerCase().replace(/[^a-z0-9]/g, '')}`,
      accountName: account.accountName,
      category,
      adsStatus: 'off',
      appStatus: 'in-develop',
      visibleExtra: draw.chance(0.4) ? 'on' : 'off',
      ipAddress: 'off',
      selectedUser: owner.actor ? owner.userId : '',
      note: draw.chance(0.5) ? draw.pick(notes.develop) : '',
      ...someAdUnits(3 + draw.below(4), draw),
    });
    appID = (await apps.add(actor, form, icon)).appID;
  });
  if (isConfigured) {
    const country = countryLists[(index / 2) % countryLists.length] as string;
    then(0, 2, () => appConfigurations.add(admin, appID, country));
    if (draw.chance(0.9)) then(0, 2, () => apps.update(admin, appID, { ipAddress: 'on' }, null));
  }
  if (isNew) return events;

  const filled = 6 + draw.below(6);
  const note = draw.chance(0.4) ? draw.pick(notes.live) : '';
  const units = someAdUnits(filled, draw, publisher);
  change(3, 14, { appStatus: 'live', adsStatus: 'on', note, ...units });
  if (draw.chance(0.4)) change(5, 40, someAdUnits(filled + 1 + draw.below(4), draw, publisher));
  if (isConfigured && draw.chance(0.3)) {
    then(2, 20, () => appConfigurations.update(admin, appID, { country: draw.pick(countryLists) }));
  }
  if (draw.chance(0.2)) then(5, 30, (actor) => apps.rotateToken(actor, appID, 30));
  if (draw.chance(0.15)) change(2, 30, { adsStatus: 'off' });
  if (index % 11 === 7) {
    change(2, 30, { appStatus: 'suspend', note: draw.pick(notes.suspend) });
  } else if (index % 7 === 2) {
    day = Math.min(day, 1 + draw.below(8));
    change(0, 0, { visibleExtra: 'on', note: draw.pick(notes.live) });
  }
  const newOwner = newOwners[appName];
  if (newOwner) then(2, 9, () => apps.update(admin, appID, { selectedUser: newOwner }, null));
  if (appName === deletedApp) then(5, 30, () => apps.remove(admin, appID));
  return events;
}
