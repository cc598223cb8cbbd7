import { isDeepStrictEqual } from 'node:util';
import type { LoggedWrite } from '../changes/change-log.ts';
import { deleteApps, insertApps, replaceTokensOfApps, updateApps } from './apps.store.ts';
import type { AppSnapshot, LostConfiguration } from './apps.table.ts';
import { deleteConfigurations, saveConfigurations } from './configurations.store.ts';
import type { AppWrite, Countries } from './edits.table.ts';

/** New countries of an app, null for none, and its configuration before. */
export type CountriesWrite = {
  appID: string;
  before: LostConfiguration | null;
  countries: Countries | null;
};

/**
 * Writes apps and their countries, with an entry of the log for each app and each configuration that changes. Each app is
 * written at most once. A deleted app takes its tokens and its configuration with it; the log keeps all three.
 */
export async function writeApps(write: LoggedWrite, writes: AppWrite[]): Promise<void> {
  const { tx, at } = write;
  const deleted = writes.filter(({ after }) => after === null);
  await logDeleted(write, deleted);
  await deleteApps(
    tx,
    deleted.map(({ appID }) => appID),
  );
  const changed = writes.flatMap(({ action, before, after }) =>
    after && !isDeepStrictEqual(after, before) ? [{ action, before, row: after }] : [],
  );
  const versions = await write.log(
    ...changed.map(({ action, row }) => ({ entity: 'app' as const, key: row.appID, action, row })),
  );
  const written = changed.map((one, index) => ({ ...one, version: versions[index] ?? 0 }));
  const existing = written.filter(hasBefore);
  await insertApps(
    tx,
    written.filter((one) => !hasBefore(one)),
    at,
  );
  await updateApps(tx, existing, at);
  await replaceTokensOfApps(
    tx,
    existing.filter(({ before, row }) => !isDeepStrictEqual(before.tokens, row.tokens)),
    at,
  );
  await writeCountries(
    write,
    writes.flatMap(({ appID, configuration, countries }) =>
      countries === undefined ? [] : [{ appID, before: configuration, countries }],
    ),
  );
}

const hasBefore = <T extends { before: AppSnapshot | null }>(
  one: T,
): one is T & { before: AppSnapshot } => one.before !== null;

async function logDeleted({ log }: LoggedWrite, deleted: AppWrite[]): Promise<void> {
  const action = 'delete' as const;
  await log(
    ...deleted.flatMap(({ appID: key, before, configuration }) => [
      ...(configuration
        ? [
            {
              entity: 'app-configuration' as const,
              key,
              action,
              row: { appID: key, ...configuration },
            },
          ]
        : []),
      { entity: 'app' as const, key, action, row: { ...before, configuration } },
    ]),
  );
}

/**
 * Writes the countries of several apps, with an entry of the log for each. The apps must exist, and each must have other
 * countries before.
 */
export async function writeCountries(
  { tx, at, log }: LoggedWrite,
  apps: CountriesWrite[],
): Promise<void> {
  const entries = apps.map(({ appID: key, before, countries }) => {
    const entity = 'app-configuration' as const;
    const { country, countryCodes, createdAt } = before ?? {};
    if (!countries) {
      const row = { appID: key, country, countryCodes, createdAt };
      return { entity, key, action: 'delete' as const, row };
    }
    const row = { appID: key, ...countries, createdAt: createdAt ?? at };
    return { entity, key, action: before ? ('update' as const) : ('create' as const), row };
  });
  const versions = await log(...entries);
  await saveConfigurations(
    tx,
    apps.flatMap(({ appID, before, countries }, index) =>
      countries
        ? { appID, ...countries, createdAt: before?.createdAt ?? at, version: versions[index] ?? 0 }
        : [],
    ),
  );
  await deleteConfigurations(
    tx,
    apps.flatMap(({ appID, countries }) => (countries ? [] : appID)),
  );
}
