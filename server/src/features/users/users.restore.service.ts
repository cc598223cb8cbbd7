import type { User } from '@adwarden/contract/users';
import type { LoggedWrite } from '../../changes/change-log.ts';
import { eachField, type Keeper } from '../../changes/keeper.ts';
import type { Db } from '../../db/schema.ts';
import * as store from './users.store.ts';
import {
  type DeletedUserSnapshot,
  noPassword,
  snapshotOf,
  storedUser,
  type UserSnapshot,
} from './users.table.ts';

export type UserKeeperDeps = {
  /** Returns the user as sent in answers; AppError `not-found`. */
  readUser: (db: Db, id: string) => Promise<User>;
  /** Gives apps back to a user, if they still exist and have no owner. */
  reassignApps: (write: LoggedWrite, appIDs: string[], userId: string) => Promise<void>;
};

type Row = UserSnapshot | DeletedUserSnapshot;

/**
 * Builds the keeper that restores an app owner (ADR 28 "Writes"). An existing user keeps the password. A deleted user gets back
 * the id and the apps of the last delete, and needs a new password to sign in. 409 when somebody else now uses the login id or
 * the e-mail address.
 */
export function createUserKeeper({ readUser, reassignApps }: UserKeeperDeps): Keeper<Row> {
  return {
    thing: 'user',
    stored: storedUser,
    groups: eachField('fullName', 'position', 'userID', 'needsApproval', 'email'),

    async read(db, id) {
      const row = await store.findUser(db, id);
      return row ? snapshotOf(row) : null;
    },

    async settle(db, wanted) {
      await store.mustBeFree(db, wanted.userID, wanted.id);
      await store.emailMustBeFree(db, wanted.email, wanted.id);
      return snapshotOf(wanted);
    },

    async write(write, row, { action, now, lastDelete }) {
      const { tx, log } = write;
      const { id } = row;
      const [version = 0] = await log({ entity: 'user', key: id, action, row });
      if (now) return store.updateUser(tx, row, version, null);
      await store.insertUser(tx, { ...row, ...noPassword, version });
      const appIDs = lastDelete && 'appIDs' in lastDelete ? lastDelete.appIDs : [];
      await reassignApps(write, appIDs, id);
    },

    answer: async (db, id) => ({ entity: 'user', user: await readUser(db, id) }),
  };
}
