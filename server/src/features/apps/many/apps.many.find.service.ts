import type { RequestedField } from '@adwarden/contract/change-requests/change-requests';
import type { LoggedWrite } from '../../../changes/change-log.ts';
import type { Actor } from '../../../http/actor.ts';
import { seesApp } from '../../../sight/apps.policy.ts';
import type { AppSnapshot } from '../apps.table.ts';
import { type WholeApp, wholeApps } from './apps.many.store.ts';

/** Values of an app by field. */
export type Values = Partial<Record<RequestedField, string>>;

/** The values of a new app. A copy has the icon of another one. */
export type NewValues = Values & { iconHash?: string };

/** One app of several. With `version` and `countryVersion`, it is skipped if somebody has changed it since. */
export type AppOfMany = {
  appID: string;
  version?: number | undefined;
  countryVersion?: number | undefined;
};

/** An edit of one app of several: from its present values, the new ones of the fields that change. */
export type EditOfMany = AppOfMany & { changesOf: (values: AppValues) => Values };
export type AppValues = Record<RequestedField, string>;

/** What became of one app; `same`: it has the wanted values already. */
export type BecameOfApp = { outcome: 'changed' | 'same' | 'skipped' | 'failed'; reason: string };

export const changed: BecameOfApp = { outcome: 'changed', reason: '' };
export const same: BecameOfApp = { outcome: 'same', reason: 'It has these values already' };
export const since = 'Somebody has changed this application since';
export const skipped = (reason: string): BecameOfApp => ({ outcome: 'skipped', reason });
export const failed = (reason: string): BecameOfApp => ({ outcome: 'failed', reason });

/** Finds some apps; those that the actor may not change, or that somebody has changed since, are set aside. */
export async function findEach<Wanted extends AppOfMany>(
  write: LoggedWrite,
  actor: Actor,
  all: Wanted[],
) {
  const apps = await wholeApps(
    write.tx,
    all.map(({ appID }) => appID),
  );
  const became = new Map<string, BecameOfApp>();
  const found: { wanted: Wanted; app: WholeApp }[] = [];
  for (const wanted of all) {
    const app = apps.get(wanted.appID);
    const reason = whyNot(actor, wanted, app);
    if (app && reason === null) found.push({ wanted, app });
    else became.set(wanted.appID, skipped(reason ?? ''));
  }
  return { became, found };
}

/** Why an app is left as it is; null when it can be changed. */
function whyNot(actor: Actor, { version }: AppOfMany, app: WholeApp | undefined): string | null {
  if (!app) return 'The application was deleted since';
  if (!seesApp(actor, app.snapshot)) return 'The application belongs to somebody else now';
  return version !== undefined && version !== app.version ? since : null;
}

/** Whether somebody has changed the countries since. */
export const hasOtherCountries = ({ countryVersion }: AppOfMany, app: WholeApp): boolean =>
  countryVersion !== undefined && countryVersion !== app.countryVersion;

/** Changed apps with the seqs of their entries in the log. */
export const withVersions = <App extends { row: AppSnapshot }>(apps: App[], versions: number[]) =>
  apps.map((app, index) => ({ ...app, version: versions[index] ?? 0 }));
