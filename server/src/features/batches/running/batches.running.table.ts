import type { LoggedWrite } from '../../../changes/change-log.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Became, StoredApp, Values } from '../batches.table.ts';
import type { AppValues } from '../batches.values.ts';

/** What became of an app; `same`: it has the wanted values already. */
export type BecameOfApp = { outcome: 'changed' | 'same' | 'skipped' | 'failed'; reason: string };
type Versions = { version?: number | undefined; countryVersion?: number | undefined };
type Named = { appID: string } & Versions;
export type Results = Promise<Map<string, BecameOfApp>>;

/** Changes of several apps in a transaction, by the rules of a single edit. Each returns what became of each app. */
export type ManyApps = {
  edit: (
    write: LoggedWrite,
    actor: Actor,
    edits: (Named & { changesOf: (values: AppValues) => Values })[],
    action: 'update' | 'undo',
  ) => Results;
  add: (write: LoggedWrite, actor: Actor, apps: { appID: string; values: Values }[]) => Results;
  rotate: (write: LoggedWrite, actor: Actor, apps: Named[], keepOldForDays: number) => Results;
  remove: (write: LoggedWrite, actor: Actor, apps: Named[]) => Results;
};

/** How apps are done together, or each alone. */
export type Ways = {
  together: (
    write: LoggedWrite,
    apps: StoredApp[],
    work: (some: StoredApp[]) => Results,
  ) => Promise<Became[]>;
  alone: (write: LoggedWrite, app: StoredApp, work: () => Promise<Became>) => Promise<Became>;
};
