import { isDeepStrictEqual } from 'node:util';
import { forEachAppField } from '@adwarden/contract/apps';
import type { LoggedWrite } from '../../../changes/change-log.ts';
import type { Db } from '../../../db/schema.ts';
import type { Actor } from '../../../http/actor.ts';
import { newAuthToken } from '../../../kit/ids.ts';
import { type AppSnapshot, type LostConfiguration, nobody } from '../apps.table.ts';
import { type EditFacts, readEditFacts } from './apps.many.facts.service.ts';
import {
  type AppValues,
  type BecameOfApp,
  changed,
  type EditOfMany,
  failed,
  findEach,
  hasOtherCountries,
  type NewValues,
  same,
  since,
  skipped,
  type Values,
  withVersions,
} from './apps.many.find.service.ts';
import { insertApps, updateApps, type WholeApp } from './apps.many.store.ts';

/** The new countries of an app; '' removes its configuration. */
export type CountriesOfApp = { appID: string; before: LostConfiguration | null; country: string };

export type ManyAppsParts = {
  appsPerOwner: number;
  /** Writes the countries of several apps, with their entries in the log. */
  setCountries: (write: LoggedWrite, apps: CountriesOfApp[]) => Promise<void>;
  isIconStored: (db: Db, hash: string) => Promise<boolean>;
};

export type ManyEdits = ReturnType<typeof createManyEdits>;

/** Builds edits of many apps in one transaction, with a few statements for all of them. Rules are those of one edit. */
export function createManyEdits({ appsPerOwner, setCountries, isIconStored }: ManyAppsParts) {
  const factsFor = (write: LoggedWrite, all: Values[]) =>
    readEditFacts(
      write.tx,
      {
        logins: all.flatMap(({ selectedUser }) => (selectedUser === undefined ? [] : selectedUser)),
        categories: all.flatMap(({ category }) => (category === undefined ? [] : category)),
      },
      appsPerOwner,
    );

  return {
    /** Edits apps; each app at most once. Returns what became of each, by app ID. */
    async edit(
      write: LoggedWrite,
      actor: Actor,
      wanted: EditOfMany[],
      action: 'update' | 'undo',
    ): Promise<Map<string, BecameOfApp>> {
      const { tx, at, log } = write;
      const { became, found } = await findEach(write, actor, wanted);
      const planned = found.map((one) => ({
        ...one,
        changes: one.wanted.changesOf(valuesOf(one.app)),
      }));
      const facts = await factsFor(
        write,
        planned.map(({ changes }) => changes),
      );
      const edits: { before: AppSnapshot; row: AppSnapshot }[] = [];
      const countries: CountriesOfApp[] = [];
      const workOut = ({ wanted, app, changes }: (typeof planned)[number]): BecameOfApp => {
        const { appID } = wanted;
        if (changes.country !== undefined && hasOtherCountries(wanted, app)) return skipped(since);
        const before = app.snapshot;
        const row = edited(before, changes, facts);
        if (typeof row === 'string') return failed(row);
        const { country } = changes;
        const hasNewCountry =
          country !== undefined && country !== (app.configuration?.country ?? '');
        const hasNewFields = !isDeepStrictEqual(row, before);
        if (hasNewFields) edits.push({ before, row });
        if (hasNewCountry) countries.push({ appID, before: app.configuration, country });
        return hasNewFields || hasNewCountry ? changed : same;
      };
      for (const one of planned) became.set(one.wanted.appID, workOut(one));
      const versions = await log(
        ...edits.map(({ row }) => ({ entity: 'app' as const, key: row.appID, action, row })),
      );
      await updateApps(tx, withVersions(edits, versions), at);
      await setCountries(write, countries);
      return became;
    },

    /** Adds apps with these IDs and a first token each. Returns what became of each, by app ID. */
    async add(
      write: LoggedWrite,
      actor: Actor,
      apps: { appID: string; values: NewValues }[],
    ): Promise<Map<string, BecameOfApp>> {
      const { tx, at, log } = write;
      const own = actor.kind === 'user' ? { selectedUser: actor.login, ipAddress: 'off' } : {};
      const wanted = apps.map(({ appID, values }) => ({ appID, values: { ...values, ...own } }));
      const facts = await factsFor(
        write,
        wanted.map(({ values }) => values),
      );
      const became = new Map<string, BecameOfApp>();
      const added: { row: AppSnapshot }[] = [];
      const countries: CountriesOfApp[] = [];
      const icons = new Map<string, string>([['', '']]);
      for (const { iconHash: hash = '' } of wanted.map(({ values }) => values)) {
        // An icon is deleted when nothing has it any more.
        if (!icons.has(hash)) icons.set(hash, (await isIconStored(tx, hash)) ? hash : '');
      }
      for (const { appID, values: named } of wanted) {
        const { iconHash = '', ...values } = named;
        const before = { ...newApp(appID, at), iconHash: icons.get(iconHash) ?? '' };
        const row = edited(before, values, facts);
        if (typeof row === 'string') {
          became.set(appID, failed(row));
          continue;
        }
        added.push({ row });
        if (values.country) countries.push({ appID, before: null, country: values.country });
        became.set(appID, changed);
      }
      const versions = await log(
        ...added.map(({ row }) => ({
          entity: 'app' as const,
          key: row.appID,
          action: 'create' as const,
          row,
        })),
      );
      await insertApps(tx, withVersions(added, versions), at);
      await setCountries(write, countries);
      return became;
    },
  };
}

const valuesOf = ({ snapshot, configuration }: WholeApp): AppValues => ({
  ...snapshot,
  selectedUser: snapshot.userID,
  country: configuration?.country ?? '',
});

/** The app after an edit, or why it cannot be made. */
function edited(before: AppSnapshot, changes: Values, facts: EditFacts): AppSnapshot | string {
  const { selectedUser, country: _, ...fields } = changes;
  if (changes.category !== undefined && changes.category !== before.category) {
    if (!facts.hasCategory(changes.category)) return 'Unknown category';
  }
  const owner = selectedUser === undefined ? before : facts.owner(selectedUser);
  if (!owner) return 'Unknown owner';
  if (owner.ownerId !== before.ownerId && !facts.takeRoom(owner)) {
    return `${owner.fullName} has as many applications as an owner may have (APPS_PER_OWNER)`;
  }
  const { ownerId, userID, fullName } = owner;
  return { ...before, ...(fields as Partial<AppSnapshot>), ownerId, userID, fullName };
}

function newApp(appID: string, createdAt: number): AppSnapshot {
  return {
    ...forEachAppField((_, unset) => unset),
    ...nobody,
    appID,
    iconHash: '',
    createdAt,
    tokens: [{ token: newAuthToken(), since: createdAt, until: null }],
  };
}
