import { type AdUnits, adUnitSlots, sampleAdUnits } from '@adwarden/contract/ad-units';
import { type AppChanges, appChanges, newAppForm } from '@adwarden/contract/apps';
import type { Actor } from '../../http/actor.ts';
import { type Account, countryLists, deletedApp, handedOver, notes } from './portfolio.ts';
import type { Draw } from './random.ts';
import type { Calendar, Deed, Person, Stage } from './stage.ts';

/** An app to tell of; `publisher` begins its ad units, `index` counts the apps. */
export type AppInStory = {
  account: Account;
  owner: Person;
  publisher: string;
  app: Account['apps'][number];
  icon: Buffer | null;
  index: number;
};

const minuteMs = 60_000;

/** So many ad units, from the first slot on: Google's samples, or made up in the form of real ones. */
function someAdUnits(count: number, draw: Draw, publisher?: string): Partial<AdUnits> {
  const slots = adUnitSlots.filter((_, slot) => slot % 3 === 0 || slot < count);
  return Object.fromEntries(
    slots.slice(0, count).map(({ name, kind }) => {
      const madeUp = publisher !== undefined && !draw.chance(0.1);
      return [name, madeUp ? `${publisher}/${draw.digits(10)}` : sampleAdUnits[kind]];
    }),
  );
}

/** The life of one app: made, configured, released, changed, and sometimes suspended, handed over or deleted. */
export function planApp(
  { apps, appConfigurations, admin }: Stage,
  { account, owner, publisher, app, icon, index }: AppInStory,
  calendar: Calendar,
  draw: Draw,
): Deed[] {
  const [appName, category] = app;
  const isNew = index % 9 === 4;
  const isConfigured = index % 2 === 0;
  const deeds: Deed[] = [];
  let appID = '';
  let day = isNew ? 4 + draw.below(30) : 60 + draw.below(225);

  /** Somewhat later than the deed before; by the owner, when there is one, or by the administrator. */
  const then = (least: number, most: number, run: (actor: Actor) => Promise<unknown>) => {
    day = Math.max(1, day - least - draw.below(most - least + 1));
    const earliest = (deeds.at(-1)?.at ?? 0) + (5 + draw.below(90)) * minuteMs;
    const byOwner = draw.chance(0.7);
    deeds.push({
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
    if (draw.chance(0.4)) then(0, 2, () => apps.update(admin, appID, { ipAddress: 'on' }, null));
  }
  if (isNew) return deeds;

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
  const heir = handedOver[appName];
  if (heir) then(2, 9, () => apps.update(admin, appID, { selectedUser: heir }, null));
  if (appName === deletedApp) then(5, 30, () => apps.remove(admin, appID));
  return deeds;
}
