import type { ExportedUser } from '@adwarden/contract/spreadsheets/columns';
import type { UserListQuery } from '@adwarden/contract/users';
import type { Db } from '../../db/schema.ts';
import { usersInOrder } from './users.list.store.ts';
import { presentExportedUser } from './users.present.ts';
import { countAppsOf } from './users.store.ts';

/** Builds the reading of whole lists of owners, in chunks, without their passwords. */
export function createWholeUserLists({ db }: { db: Db }) {
  return {
    /** Yields all owners of a list, in its order. */
    async *inOrder(
      query: Omit<UserListQuery, 'page' | 'pageSize'>,
    ): AsyncGenerator<ExportedUser[]> {
      for await (const rows of usersInOrder(db, query)) {
        const ids = rows.map(({ id }) => id);
        const apps = await countAppsOf(db, ids);
        yield rows.map((row) => presentExportedUser(row, apps.get(row.id) ?? 0));
      }
    },
  };
}
