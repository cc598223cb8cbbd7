import { limits } from '@adwarden/contract/limits';
import type { KeyScope } from '@adwarden/contract/people/people';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/schema.ts';
import type { FindActor } from '../../http/actor.ts';
import type { StillOpen } from '../../http/open-answers.ts';
import { createNetworks } from '../../kit/address.ts';
import { AppError } from '../../kit/app-error.ts';
import { sha256 } from '../../kit/ids.ts';
import type { Logger } from '../../kit/logger.ts';
import { hasRightChecksum } from '../../people/key-text.ts';
import type { SignInRules } from '../../people/sign-in-rules.ts';
import { listOf } from './api-keys.present.ts';
import { findUsedKey, touchKey, workingKeys } from './api-keys.store.ts';

export type KeyCalls = { findActor: FindActor; stillOpen: StillOpen };

const minuteMs = 60_000;
const usedEveryMs = limits.apiKeys.usedEveryMinutes * minuteMs;
/** The most keys whose calls are counted, and lists of addresses that are kept; the least recently used one is dropped. */
const remembered = 10_000;

/** Builds the refusal (401) of a key that does not work. Whoever gets the reason has the key itself. */
const refusal = (why: string) => new AppError('not-signed-in', why, { extra: { token: false } });

/**
 * Builds the way in with an API key. `clock` returns milliseconds and must never go back. The database is asked only for a key
 * whose checksum is right and that has calls left in this minute.
 */
export function createKeyCalls({
  db,
  rules,
  clock,
  logger,
}: {
  db: Db;
  /** What the settings say about sign-ins. */
  rules: Pick<SignInRules, 'hasSingleSignOn'>;
  clock: () => number;
  logger: Logger;
}): KeyCalls {
  const minutes = new LRUCache<string, { beganAt: number; calls: number }>({ max: remembered });
  const networks = new LRUCache<string, (address: string) => boolean>({ max: remembered });
  const touching = new Set<string>();

  /** Counts a call; AppError `too-many` when the key has no more in its minute, which begins with its first call. */
  function spendCall(hash: string): void {
    const now = clock();
    const minute = minutes.get(hash);
    if (!minute || now - minute.beganAt >= minuteMs) {
      minutes.set(hash, { beganAt: now, calls: 1 });
      return;
    }
    const { callsPerMinute } = limits.apiKeys;
    if (minute.calls >= callsPerMinute) {
      const seconds = Math.ceil((minute.beganAt + minuteMs - now) / 1000);
      throw new AppError(
        'too-many',
        `An API key makes at most ${callsPerMinute} calls in a minute; try again in ${seconds} s`,
        { retryAfter: seconds },
      );
    }
    minute.calls += 1;
  }

  function isAllowed(addresses: string, address: string): boolean {
    if (addresses === '') return true;
    const has = networks.get(addresses) ?? createNetworks(listOf(addresses));
    networks.set(addresses, has);
    return has(address);
  }

  /** Stores the time of a use, but not of each. No call waits for it, so reading works while the database takes no writes. */
  function touch(id: string): void {
    if (touching.has(id)) return;
    touching.add(id);
    touchKey(db, id)
      .catch((err) => logger.warn({ err }, 'the last use of an API key could not be saved'))
      .finally(() => touching.delete(id));
  }

  return {
    async findActor(key, address) {
      if (!hasRightChecksum(key)) {
        throw refusal('This is no API key: a character is missing or wrong');
      }
      const hash = sha256(key);
      spendCall(hash);
      const found = await findUsedKey(db, hash, rules);
      if (!found) throw refusal('There is no such API key, or it was ended');
      const { id, name, person } = found;
      if (found.endsIn <= 0) throw refusal(`The API key “${name}” has ended: make a new one`);
      if (!found.isOn) {
        throw refusal(`The API key “${name}” is off: an administrator can turn it on`);
      }
      if (!person) throw refusal(`The person of the API key “${name}” cannot sign in`);
      if (found.isStopped) {
        throw refusal(`The API key “${name}” waits until its person signs in with single sign-on`);
      }
      if (!isAllowed(found.addresses, address)) {
        throw new AppError(
          'forbidden',
          `The API key “${name}” does not work from the address ${address}`,
        );
      }
      if (found.unusedFor === null || found.unusedFor >= usedEveryMs) touch(id);
      const { isMade, ...actor } = person;
      return {
        ...actor,
        address,
        via: { key: id, name },
        scopes: listOf(found.scopes) as KeyScope[],
        ...(isMade && { mustSetUp: ['password'] as const }),
      };
    },

    async stillOpen(answers) {
      const keys = answers.map(({ bearer }) => bearer);
      const open = await workingKeys(db, keys.map(sha256), rules);
      return new Set(keys.filter((key) => open.has(sha256(key))));
    },
  };
}
