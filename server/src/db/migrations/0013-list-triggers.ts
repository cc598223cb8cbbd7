import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

/** The columns of `app_list` that depend on each column of `app`. */
const followers: Record<string, string> = {
  appName: 'nameKey = lower(new.appName)',
  packageName: 'packageKey = lower(new.packageName)',
  accountName: 'accountKey = lower(new.accountName)',
  ownerId: `ownerId = new.ownerId,
    ownerKey = coalesce((select lower(fullName) from app_user where id = new.ownerId), '')`,
  category: 'category = new.category',
  adsStatus: 'adsStatus = new.adsStatus',
  appStatus: 'appStatus = new.appStatus',
  visibleExtra: 'visibleExtra = new.visibleExtra',
  ipAddress: 'ipAddress = new.ipAddress',
  createdAt: 'createdAt = new.createdAt',
};

/**
 * Writes only those columns of `app_list` that change. SQLite updates the index of each column that an UPDATE names, even if the
 * value stays: that was two thirds of the pages written by an edit of a status. PostgreSQL compares the values by itself.
 */
export const listTriggers: Migration = {
  async up(db: Kysely<unknown>) {
    if (dialectOf(db).postgres) return;
    await sql`drop trigger app_list_update`.execute(db);
    for (const [column, set] of Object.entries(followers)) {
      const trigger = `create trigger app_list_update_${column} after update of ${column} on app
        when old.${column} is not new.${column} begin
          update app_list set ${set} where appID = new.appID;
        end`;
      await sql.raw(trigger).execute(db);
    }
  },
};
