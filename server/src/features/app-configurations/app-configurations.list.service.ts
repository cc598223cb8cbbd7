import type {
  AppConfiguration,
  AppConfigurationListQuery,
  RemainingApp,
  RemainingAppListQuery,
} from '@adwarden/contract/app-configurations';
import { limits } from '@adwarden/contract/limits';
import { sortOf } from '@adwarden/contract/lists';
import { listApps, streamApps } from '../../app-lists/apps.list.store.ts';
import type { ListedApp } from '../../app-lists/apps.list.table.ts';
import type { Db } from '../../db/schema.ts';
import type { Reader } from '../../sight/secrets.policy.ts';
import { presentAppConfiguration, presentRemainingApp } from './app-configurations.present.ts';

type Column = 'createdAt' | 'appID' | 'appName' | 'accountName' | 'packageName' | 'country';

/** The whole list in chunks, or a page of it with its totals. */
type List<T> =
  | { chunks: AsyncIterable<T[]> }
  | { items: T[]; total: number; page: number; pageSize: number };

export type AppConfigurationLists = {
  configured(reader: Reader, query: AppConfigurationListQuery): Promise<List<AppConfiguration>>;
  remaining(reader: Reader, query: RemainingAppListQuery): Promise<List<RemainingApp>>;
};

/** Presents configured apps; leaves out an app whose configuration was deleted while the list was read. */
function presentConfigured(reader: Reader, rows: ListedApp[]): AppConfiguration[] {
  return rows.flatMap((row) => {
    const { country, countryCodes, configuredAt: createdAt, configurationVersion: version } = row;
    if (country === null || countryCodes === null || createdAt === null || version === null) {
      return [];
    }
    const configured = { ...row, country, countryCodes, createdAt, version };
    return [presentAppConfiguration(reader, configured)];
  });
}

/** Presents remaining apps; leaves out an app that was configured while the list was read. */
function presentRemaining(reader: Reader, rows: ListedApp[]): RemainingApp[] {
  return rows
    .filter((row) => row.configuredAt === null)
    .map((row) => presentRemainingApp(reader, row));
}

/** Builds the lists of configured and of remaining apps over the list of apps (spec, section 7). */
export function createAppConfigurationLists({ db }: { db: Db }): AppConfigurationLists {
  async function* presented<T>(configured: boolean, present: (rows: ListedApp[]) => T[]) {
    for await (const rows of streamApps(db, { configured })) yield present(rows);
  }

  /** Returns the whole list without parameters, otherwise one page (ADR 28 "Lists"). */
  async function list<T>(
    query: AppConfigurationListQuery,
    configured: boolean,
    present: (rows: ListedApp[]) => T[],
  ): Promise<List<T>> {
    if (Object.keys(query).length === 0) return { chunks: presented(configured, present) };
    const { page = 0, pageSize = limits.pageSize, search, sort, ...filters } = query;
    const question = { page, pageSize, search, sort: sortOf<Column>(sort, '-createdAt'), filters };
    const { rows, total } = await listApps(db, question, { configured });
    return { items: present(rows), total, page, pageSize };
  }

  return {
    configured: (reader, query) => list(query, true, (rows) => presentConfigured(reader, rows)),
    remaining: (reader, query) => list(query, false, (rows) => presentRemaining(reader, rows)),
  };
}
