import { accountKey } from '@adwarden/contract/app-ads/accounts';
import type { Account } from '@adwarden/contract/app-ads/app-ads';
import { fileOf, googleLine } from '@adwarden/contract/app-ads/app-ads-file';
import type { Db } from '../../db/schema.ts';
import { notFound } from '../../kit/app-error.ts';
import { presentCheck } from './app-ads.present.ts';
import * as store from './app-ads.store.ts';

/** Returns the lines that the ad units of an account's live apps need. */
export const linesOfAccount = async (db: Db, key: string): Promise<string[]> =>
  (await store.publishersOfAccount(db, key)).map(googleLine);

/** Finds an account by its name, in any spelling; 404 when no app has it and it has no settings. */
export async function readAccount(db: Db, name: string): Promise<Account> {
  const key = accountKey(name);
  const [row, apps, lines] = await Promise.all([
    store.findAccount(db, key),
    store.appsOfAccount(db, key),
    linesOfAccount(db, key),
  ]);
  const account = apps?.name ?? row?.accountName;
  if (account === undefined) throw notFound('Account');
  return {
    account,
    apps: apps?.apps ?? 0,
    liveApps: apps?.liveApps ?? 0,
    site: row?.site ?? '',
    lines,
    extraLines: row?.extraLines ?? '',
    version: row?.version ?? 0,
    check: presentCheck(row),
  };
}

/** Returns the app-ads.txt of an account; '' when it needs no line, and also when there is no such account. */
export async function readFile(db: Db, name: string): Promise<string> {
  const key = accountKey(name);
  const [row, lines] = await Promise.all([store.findAccount(db, key), linesOfAccount(db, key)]);
  return fileOf(lines, row?.extraLines ?? '');
}
