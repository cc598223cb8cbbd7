import type { AppListQuery } from '@adwarden/contract/apps';
import { sortOf } from '@adwarden/contract/lists';
import type { ExportedApp } from '@adwarden/contract/spreadsheets/columns';
import type { Db } from '../../../db/schema.ts';
import type { Actor } from '../../../http/actor.ts';
import { seenApps } from '../../../sight/apps.policy.ts';
import { presentApp } from '../apps.present.ts';
import { findAppIDs, type ListedApp, streamAppsByID } from './apps.list.store.ts';

/** `country`: the countries of its configuration, '' without one. `requests7d`: its requests of the last seven days. */
const present = (row: ListedApp): ExportedApp => ({
  ...presentApp(row),
  country: row.country ?? '',
  requests7d: row.requests7d,
});

/**
 * Builds the reading of whole lists of apps, in chunks; an owner only gets apps that are theirs when their chunk is read.
 */
export function createWholeLists({ db }: { db: Db }) {
  return {
    /** All apps that a list shows, in its order. */
    async *inOrder(
      actor: Actor,
      { search, sort, ...filters }: Omit<AppListQuery, 'page' | 'pageSize' | 'with'>,
    ): AsyncGenerator<ExportedApp[]> {
      const scope = seenApps(actor);
      const question = { search, sort: sortOf(sort, '-createdAt'), filters };
      const appIDs = await findAppIDs(db, question, scope);
      for await (const rows of streamAppsByID(db, appIDs, scope)) yield rows.map(present);
    },

    /** Some apps by their IDs, in the same order. Those that do not exist or are not the caller's are left out. */
    async *byID(actor: Actor, appIDs: string[]): AsyncGenerator<ExportedApp[]> {
      for await (const rows of streamAppsByID(db, appIDs, seenApps(actor))) {
        yield rows.map(present);
      }
    },
  };
}
