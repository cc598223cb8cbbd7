import type { AppListQuery } from '@adwarden/contract/apps';
import { sortOf } from '@adwarden/contract/lists';
import type { ExportedApp } from '@adwarden/contract/spreadsheets/columns';
import { findAppIDs, type ListedApp, streamAppsByID } from '../../../app-lists/apps.list.store.ts';
import type { Db } from '../../../db/schema.ts';
import type { Actor } from '../../../http/actor.ts';
import { seenApps } from '../../../sight/apps.policy.ts';
import type { Reader } from '../../../sight/secrets.policy.ts';
import { presentApp } from '../apps.present.ts';

/**
 * Returns an app as exports have it. `country`: the countries of its configuration, '' without one. `requests7d`: its requests of
 * the last seven days.
 */
const present = (reader: Reader, row: ListedApp): ExportedApp => ({
  ...presentApp(reader, row),
  country: row.country ?? '',
  requests7d: row.requests7d,
});

/** Builds the reading of whole lists of apps, in chunks; an owner gets only the apps that are theirs when their chunk is read. */
export function createWholeLists({ db }: { db: Db }) {
  return {
    /** Yields all apps of a list, in its order. */
    async *inOrder(
      actor: Actor,
      { search, sort, ...filters }: Omit<AppListQuery, 'page' | 'pageSize' | 'with'>,
    ): AsyncGenerator<ExportedApp[]> {
      const scope = seenApps(actor);
      const question = { search, sort: sortOf(sort, '-createdAt'), filters };
      const appIDs = await findAppIDs(db, question, scope);
      for await (const rows of streamAppsByID(db, appIDs, scope)) {
        yield rows.map((row) => present(actor, row));
      }
    },

    /** Yields some apps by their IDs, in the same order. Apps that do not exist or are not the caller's are left out. */
    async *byID(actor: Actor, appIDs: string[]): AsyncGenerator<ExportedApp[]> {
      for await (const rows of streamAppsByID(db, appIDs, seenApps(actor))) {
        yield rows.map((row) => present(actor, row));
      }
    },
  };
}
