import type { Schema } from '../schema.ts';

/** Made by triggers from the tables that are moved. */
type Derived = 'app_list' | 'app_search' | 'user_search' | 'change_search';

/** What is moved, by the columns of its key, each table after those it points to. */
export const movedTables: Record<Exclude<keyof Schema, Derived>, string[]> = {
  app_user: ['id'],
  admin: ['id'],
  category: ['categoryName'],
  icon: ['hash'],
  app: ['appID'],
  app_token: ['token'],
  app_configuration: ['appID'],
  global_setting: ['name'],
  session: ['tokenHash'],
  sign_in_failure: ['id'],
  known_network: ['kind', 'accountId', 'network'],
  change: ['seq'],
  app_usage: ['day', 'appID', 'country'],
  meta: ['name'],
};

/** What counts its rows by itself: the next number must be one that was never used. */
export const countedTables = [
  { table: 'change', column: 'seq' },
  { table: 'sign_in_failure', column: 'id' },
] as const;

/** A new database has an epoch of its own, so that no follower takes it for one that it knows. */
export const movedRows = (table: string): string => (table === 'meta' ? "name <> 'epoch'" : 'true');

/** A table that is read on both sides: in the order of `key`, column by column. */
export type ComparedTable = { table: string; columns: Column[]; key: string[] };

export type Column = { name: string; type: 'text' | 'whole' | 'bytes' };

/** A row as text: numbers in digits, bytes in hex; null stays null. */
export type TextRow = (string | null)[];

/** How many rows there are, and a digest of all of them in the order of the key. */
export type Sum = { rows: number; digest: string };

/** How a name is written in SQL; names are of the schema and hold no quotes. */
export const quoted = (name: string): string => `"${name}"`;
