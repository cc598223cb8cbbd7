import type { App } from '@adwarden/contract/apps';
import type { User } from '@adwarden/contract/users';
import type { ChangeLog, LoggedWrite } from '../../changes/change-log.ts';
import { type ChangeRow, findChange, latestChange } from '../../changes/changes.store.ts';
import type { Db } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { AppError, notFound } from '../../kit/app-error.ts';

/** The row of an entry; what is in it is known to the feature that wrote it. */
// biome-ignore lint/suspicious/noExplicitAny: JSON of the log, read back by its own writer
type Row = any;

export type Restored = { entity: 'app'; app: App } | { entity: 'user'; user: User };
export type RestoreService = (actor: Actor, seq: number) => Promise<Restored>;

export type RestoreParts = {
  db: Db;
  changeLog: ChangeLog;
  /** Puts an app back; `lastDelete` is the row of the delete that ended it, when it is gone now. */
  restoreApp: (write: LoggedWrite, row: Row, lastDelete: Row | null) => Promise<void>;
  restoreUser: (write: LoggedWrite, row: Row, lastDelete: Row | null) => Promise<void>;
  readApp: (db: Db, appID: string) => Promise<App>;
  readUser: (db: Db, id: string) => Promise<User>;
};

const rowOf = (change: ChangeRow): Row => JSON.parse(change.row) as Row;

/** Builds the way back: the app or user as it was after a change, before it for a delete (design, section 4). */
export function createRestore(parts: RestoreParts): RestoreService {
  return async (actor, seq) => {
    const change = await findChange(parts.db, seq);
    if (!change) throw notFound('Change');
    const { entity, key } = change;
    if (entity !== 'app' && entity !== 'user') {
      throw new AppError('invalid', 'Only apps and users can be restored');
    }

    await parts.changeLog(actor, async (write) => {
      const last = await latestChange(write.tx, entity, key);
      const lastDelete = last?.action === 'delete' ? rowOf(last) : null;
      const restoreOne = entity === 'app' ? parts.restoreApp : parts.restoreUser;
      await restoreOne(write, rowOf(change), lastDelete);
    });
    return entity === 'app'
      ? { entity, app: await parts.readApp(parts.db, key) }
      : { entity, user: await parts.readUser(parts.db, key) };
  };
}
