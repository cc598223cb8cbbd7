import type { LoggedWrite } from '../../changes/change-log.ts';
import { readCountry } from './app-configurations.service.ts';
import * as store from './app-configurations.store.ts';
import type { ConfigurationSnapshot } from './app-configurations.table.ts';

type Before = Omit<ConfigurationSnapshot, 'appID'>;

/**
 * Writes the countries of several apps, with an entry of the log for each; '' removes a configuration. The apps must
 * exist, and each must have other countries before.
 */
export async function setCountries(
  { tx, at, log }: LoggedWrite,
  apps: { appID: string; before: Before | null; country: string }[],
): Promise<void> {
  if (apps.length === 0) return;
  const read = memoised(readCountry);
  const entries = apps.map(({ appID: key, before, country }) => {
    const { createdAt = at } = before ?? {};
    const action =
      country === '' ? ('delete' as const) : before ? ('update' as const) : ('create' as const);
    const row: ConfigurationSnapshot =
      country === '' && before
        ? { appID: key, ...before }
        : { appID: key, ...read(country), createdAt };
    return { entity: 'app-configuration' as const, key, action, row };
  });
  const versions = await log(...entries);
  const written = entries.map(({ action, row }, index) => ({
    action,
    row: { ...row, version: versions[index] ?? 0 },
  }));
  const kept = written.filter(({ action }) => action !== 'delete').map(({ row }) => row);
  const gone = written.filter(({ action }) => action === 'delete').map(({ row }) => row.appID);
  await store.saveConfigurations(tx, kept);
  await store.deleteConfigurations(tx, gone);
}

/** Most apps of a batch get the same countries, so each text is parsed once. */
function memoised<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const value = known.get(text) ?? make(text);
    known.set(text, value);
    return value;
  };
}
