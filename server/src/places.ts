import { stat } from 'node:fs/promises';
import type { Logger } from './kit/logger.ts';
import { resolvesWithin } from './kit/within.ts';

/** A folder or a file that a process lives on. */
export type Place = {
  /** What it is, in words, such as 'DATA_DIR'. */
  name: string;
  path: string;
  /** Whether another one of the same name will do. Otherwise it must be the one that was there first. */
  mayBeReplaced?: boolean;
  /** Makes it again when it is lost. It is looked at again after that. */
  mend?: () => Promise<void>;
};

/** What looks again and again whether the places of a process are still there. */
export type Places = {
  /** What is lost now, in words; the first place of the list comes first. */
  lost(): string[];
  /** Looks now. A look that is under way is shared. */
  look(): Promise<void>;
  /** Takes what is there at the next look for what must stay: the file of a database was repaired before it was used. */
  beginAnew(): void;
  stop(): void;
};

const everyMs = 1_000;
/** A disk that does not answer within this time hangs. */
const patienceMs = 3_000;

/**
 * Watches places once a second (ADR 63). A place that was never there is not missed. The same folder or file that comes
 * back is there again: an open file is known by the number that its file system gives it.
 */
export function watchPlaces(places: readonly Place[], logger: Logger): Places {
  const watched = places.map((place) => watchPlace(place));
  let words: string[] = [];
  let looking: Promise<void> | null = null;

  async function lookNow(): Promise<void> {
    const all = await Promise.all(watched.map((place) => place.look()));
    const now = all.filter((found) => found !== '');
    // The first one is the cause of the others.
    if (now[0] && now[0] !== words[0]) logger.error({ also: now.slice(1) }, now[0]);
    if (words.length > 0 && now.length === 0) logger.info({ was: words }, 'it is there again');
    words = now;
  }

  function look(): Promise<void> {
    looking ??= lookNow().finally(() => {
      looking = null;
    });
    return looking;
  }

  // What is there now must stay.
  void look();
  const timer = setInterval(() => void look(), everyMs).unref();
  return {
    lost: () => words,
    look,
    beginAnew() {
      for (const place of watched) place.forget();
    },
    stop: () => clearInterval(timer),
  };
}

/** Returns what looks at one place: '' while it is there, otherwise what is wrong. It never rejects. */
function watchPlace({ name, path, mayBeReplaced, mend }: Place) {
  let first: string | undefined;
  let wasThere = false;
  let asking: Promise<string | null> | null = null;

  /** What is there now; null for nothing. Never asked twice at once: each question to a disk that hangs holds a thread. */
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
