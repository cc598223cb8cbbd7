import { LRUCache } from 'lru-cache';
import type { Author } from '../http/actor.ts';
import { type Clock, hourMs } from '../kit/clock.ts';
import type { Logger } from '../kit/logger.ts';
import type { ChangeLog } from './change-log.ts';
import { secretReadsSince } from './changes.store.ts';

/** The secrets that administrators can read: users' passwords, and the keys of outside services. */
type Secret = 'passwords' | 'keys';

/**
 * Notes in the log of changes who has read secrets, and for passwords whose they are (`of`). The answer does not wait for it, so
 * that people can read while the database takes no writes; then the server's log has a line instead.
 */
export type NoteSecretRead = (reader: Author, secret: Secret, of?: readonly string[]) => void;

/** The name in an entry for the secrets of a whole list. */
export const everybody = 'All users';

/** The value of `of` in an entry about no particular person. */
const nobody = [''];

/** The most reads in memory: no installation has more in an hour. */
const mostReads = 10_000;

/** Builds the note of secret reads. Each secret of each person is noted at most once an hour for each reader, over all nodes. */
export function createSecretReads(deps: {
  changeLog: ChangeLog;
  clock: Clock;
  logger: Logger;
}): NoteSecretRead {
  const { changeLog, clock, logger } = deps;
  /** The time of the last note of each read, so that most reads need no query. */
  const noted = new LRUCache<string, number>({ max: mostReads });

  return (reader, secret, of = nobody) => {
    const { kind, id } = reader;
    const keyOf = (whose: string) => `${secret} ${kind} ${id} ${whose}`;
    const now = clock();
    const isRecent = (whose: string) => now - (noted.get(keyOf(whose)) ?? -Infinity) < hourMs;
    if (isRecent(everybody)) return;
    const unnoted = of.filter((whose) => !isRecent(whose));
    if (unnoted.length === 0) return;
    for (const whose of unnoted) noted.set(keyOf(whose), now);
    changeLog(reader, async ({ tx, at, log }) => {
      const rows = await secretReadsSince(tx, { secret, kind, id, since: at - hourMs });
      const known = new Set(rows.flatMap((row): readonly string[] => row.users ?? nobody));
      if (known.has(everybody)) return;
      const users = unnoted.filter((whose) => !known.has(whose));
      if (users.length === 0) return;
      const row = of === nobody ? {} : { users };
      await log({ entity: 'secret', key: secret, action: 'read', row });
    }).catch((err) => {
      for (const whose of unnoted) noted.delete(keyOf(whose));
      logger.warn(
        { err, actor: { kind, id }, secret },
        'who read secrets could not be written down',
      );
    });
  };
}
