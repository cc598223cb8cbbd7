import type { ImportForm, ImportKey } from '@adwarden/contract/spreadsheets/imports';
import type { KnownApp } from './import.table.ts';

/** The application of a row: an existing one, a new one (null), or why there is none. */
export type Target = { app: KnownApp | null } | { message: string };

/** The applications with the key of a row: one of them, and the number of all. */
export type Found = { app: KnownApp; apps: number };

const names: Record<ImportKey, string> = { appID: 'App ID', packageName: 'package name' };

/** Finds the application of a row by its key. `text` is '' if the row has none. */
export function targetOf(
  { key, mode }: Pick<ImportForm, 'mode'> & { key: ImportKey },
  text: string,
  found: Found | undefined,
): Target {
  const name = names[key];
  if (found && found.apps > 1) {
    return { message: `${found.apps} applications have this package name. Use the App ID as key` };
  }
  if (found) {
    const isRefused = mode === 'create';
    return isRefused ? { message: `An application has this ${name} already` } : { app: found.app };
  }
  if (text !== '' && key === 'appID') {
    const hint = mode === 'update' ? '' : '. Leave it blank for a new application';
    return { message: `No application has this App ID${hint}` };
  }
  if (mode !== 'update') return { app: null };
  return {
    message: text === '' ? `The row has no ${name}` : `No application has this ${name}`,
  };
}
