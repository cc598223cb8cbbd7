import { LRUCache } from 'lru-cache';
import type { Author } from '../http/actor.ts';
import { type Clock, hourMs } from '../kit/clock.ts';
import type { Logger } from '../kit/logger.ts';
import type { ChangeLog } from './change-log.ts';
import { hasReadSince } from './changes.store.ts';

/** The secrets that administrators can read: users' passwords, and the keys of outside services. */
export type Secret = 'passwords' | 'keys';

/**
 * Notes in the log of changes who has read secrets. The answer does not wait for it, so that people can read while the
 * database takes no writes; then the server's log has a line instead.
 */
export type NoteSecretRead = (reader: Author, secret: Secret) => void;

/** The number of readers in memory: more than any installation has administrators. */
const mostReaders = 1000;

/** Builds it. There is at most one entry an hour for each reader and kind of secret, over all nodes. */
export function createSecretReads(parts: {
  changeLog: ChangeLog;
  clock: Clock;
  logger: Logger;
}): NoteSecretRead {
  const { changeLog, clock, logger } = parts;
  /** The time of each reader's last entry, so that most reads need no question to the database. */
  const noted = new LRUCache<string, number>({ max: mostReaders });

  return (reader, secret) => {
    const { kind, id } = reader;
    const key = `${secret} ${kind} ${id}`;
    const now = clock();
    if (now - (noted.get(key) ?? Number.NEGATIVE_INFINITY) < hourMs) return;
    noted.set(key, now);
    changeLog(reader, async ({ tx, at, log }) => {
      if (await hasReadSince(tx, { secret, kind, id, since: at - hourMs })) return;
      await log({ entity: 'secret', key: secret, action: 'read', row: {} });
    }).catch((err) => {
      noted.set(key, Number.NEGATIVE_INFINITY);
      logger.warn(
        { err, actor: { kind, id }, secret },
        'who read secrets could not be written down',
      );
    });
  };
}
