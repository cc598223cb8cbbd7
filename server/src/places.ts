import { stat } from 'node:fs/promises';
import { createOutage } from './kit/faults/outage.ts';
import { repeatInStep } from './kit/in-step.ts';
import type { Logger } from './kit/logger.ts';
import { resolvesWithin } from './kit/within.ts';

/** A folder or a file that a process needs all the time. */
export type Place = {
  /** The name in words, such as 'DATA_DIR'. */
  name: string;
  path: string;
  /** Another one of the same name will do. Otherwise it must be the one that was there first. */
  mayBeReplaced?: boolean;
  /** Makes it again when it is lost. After that, it is checked again. */
  mend?: () => Promise<void>;
};

/** The repeated check of the places of a process. */
export type Places = {
  /** Returns what is lost now, in words; the first place of the list comes first. */
  lost(): string[];
  /** Checks now. A check that is under way is shared. */
  look(): Promise<void>;
  /**
   * Makes the next check begin anew: the files that it finds must stay. For the file of a database that was repaired before it
   * was used.
   */
  beginAnew(): void;
  stop(): void;
};

const everyMs = 4_000;
/** The time limit of a disk: one that does not answer within it hangs. */
const patienceMs = 3_000;

/**
 * Watches places every four seconds (ADR 63). A place that was never there is not missed. The same folder or file that comes back
 * is there again: an open file is known by the number that its file system gives it.
 */
export function watchPlaces(places: readonly Place[], logger: Logger): Places {
  const watched = places.map((place) => watchPlace(place));
  const outage = createOutage(logger, {
    failing: 'a folder or a file is lost',
    again: 'what was lost is there again',
  });
  let words: string[] = [];
  let looking: Promise<void> | null = null;

  async function lookNow(): Promise<void> {
    const all = await Promise.all(watched.map((place) => place.look()));
    const now = all.filter((found) => found !== '');
    // The first one is the cause of the others.
    if (now[0]) outage.fails(now.join('; '), now[0]);
    else outage.works();
    words = now;
  }

  function look(): Promise<void> {
    looking ??= lookNow().finally(() => {
      looking = null;
    });
    return looking;
  }

  // The places that are there now must stay.
  void look();
  const stop = repeatInStep(everyMs, () => void look());
  return {
    lost: () => words,
    look,
    beginAnew() {
      for (const place of watched) place.forget();
    },
    stop,
  };
}

/** Returns the check of one place: '' while it is there, otherwise what is wrong. The check never rejects. */
function watchPlace({ name, path, mayBeReplaced, mend }: Place) {
  let first: string | undefined;
  let wasThere = false;
  let asking: Promise<string | null> | null = null;

  /** Returns what is there now; null for nothing. It never runs twice at once: each call to a disk that hangs holds a thread. */
  const ask = (): Promise<string | null> => {
    asking ??= stat(path)
      .then(
        ({ dev, ino }) => `${dev}:${ino}`,
        ({ code }) => (code === 'ENOENT' || code === 'ENOTDIR' ? null : (first ?? null)),
      )
      .finally(() => {
        asking = null;
      });
    return asking;
  };

  async function find(): Promise<string> {
    const answer = ask();
    if (!(await resolvesWithin(answer, patienceMs))) return `${name} ${path} does not answer`;
    const now = await answer;
    if (now === null) return wasThere ? `${name} ${path} is gone` : '';
    wasThere = true;
    if (mayBeReplaced) first = now;
    first ??= now;
    return now === first ? '' : `${name} ${path} is another one than at the start`;
  }

  async function look(): Promise<string> {
    const found = await find();
    if (found === '' || !mend) return found;
    try {
      await mend();
      first = undefined;
      return await find();
    } catch (error) {
      return `${found}: ${(error as Error).message}`;
    }
  }

  return {
    look,
    forget() {
      first = undefined;
    },
  };
}
