import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { CallerSettings } from '../ads/callers/caller.settings.ts';
import type { FollowOffice, LogPosition, OfficeLine } from '../ads/following/ads.stream.ts';
import type { ChangesFeed } from '../changes/changes.feed.ts';
import { createOutage } from '../kit/faults/outage.ts';
import type { Logger } from '../kit/logger.ts';
import type { AppsSource } from './stream.apps.ts';
import type { PausesNow } from './stream.pauses.store.ts';
import type { ReadState } from './stream.state.ts';
import { createTurns } from './stream.turns.ts';

export type StreamDeps = {
  apps: AppsSource;
  pauses: ReadState<PausesNow>;
  callers: ReadState<CallerSettings>;
  watched: ReadState<string[]>;
  feed: Pick<ChangesFeed, 'subscribe'>;
  logger: Logger;
};

const firstRetryMs = 200;
const lastRetryMs = 1_000;
/** The pause after a state could not be read, although the apps could. */
const stateRetryMs = 2_000;

/** Follows like `FollowOffice`. Writes do not wait for a process with `isWaitedFor` false. */
export type TellAds = (
  ...from: [...Parameters<FollowOffice>, isWaitedFor?: boolean]
) => ReturnType<FollowOffice>;

/** Builds the stream that tells processes that answer ads everything they need, and then each change (ADR 12). */
export function createStream(deps: StreamDeps): TellAds {
  const { apps, pauses, callers, watched, feed, logger } = deps;
  const states = [pauses, callers, watched];
  /** One outage for all followers: they read the same database. */
  const outage = createOutage(logger, {
    failing: 'the database cannot be read: the ads stay as they are',
    again: 'the database can be read again',
  });

  /** Yields all apps. The position is read first: anything that changes meanwhile is read again, and nothing is missed. */
  async function* allLines(): AsyncGenerator<OfficeLine> {
    const position = await apps.position();
    yield { kind: 'all' };
    for await (const some of apps.allApps()) yield { kind: 'apps', apps: some, gone: [] };
    yield { kind: 'at', position };
  }

  /** Yields the next changes of apps after a position, or all apps after another history. */
  async function* changedLines(position: LogPosition): AsyncGenerator<OfficeLine, boolean> {
    const changed = await apps.changedAfter(position);
    if (!changed) {
      logger.warn(
        { position },
        'the log of changes cannot be followed on, all ads are loaded anew',
      );
      yield* allLines();
      return true;
    }
    const { apps: some, gone } = changed;
    if (some.length + gone.length > 0) yield { kind: 'apps', apps: some, gone };
    if (changed.position !== position) yield { kind: 'at', position: changed.position };
    return changed.more;
  }

  return async function* follow(from, signal, isWaitedFor = true) {
    let position = from;
    let time: { now: number | null; isHeld?: boolean } = { now: null };
    const sent = new Map<OfficeLine['kind'], unknown>();
    const turns = createTurns();

    /** Yields the small states that differ from those that were sent. */
    async function* stateLines(): AsyncGenerator<OfficeLine> {
      const [paused, settings, appIDs] = await Promise.all([
        pauses.fresh(),
        callers.fresh(),
        watched.fresh(),
      ]);
      if (paused) yield* once({ kind: 'pauses', pauses: paused.pauses });
      if (settings) yield* once({ kind: 'callers', settings });
      if (appIDs) yield* once({ kind: 'watched', appIDs });
      time =
        paused && !pauses.isFailing
          ? { now: paused.now, ...(paused.isHeld && { isHeld: true }) }
          : { now: null };
    }

    /** Yields everything that is new since the last call. */
    async function* newLines(): AsyncGenerator<OfficeLine> {
      yield* stateLines();
      if (!position) yield* noted(allLines());
      while (position && (yield* noted(changedLines(position))));
      yield { kind: 'current', ...time };
    }

    /** Yields a line, unless the same one was the last of its kind. */
    function* once(line: OfficeLine): Generator<OfficeLine> {
      if (isDeepStrictEqual(sent.get(line.kind), line)) return;
      sent.set(line.kind, line);
      yield line;
    }

    /**
     * Yields the same lines. Their position is remembered when it has been taken. A pause that begins meanwhile does not wait
     * for their end.
     */
    async function* noted<Result>(lines: AsyncGenerator<OfficeLine, Result>) {
      for (;;) {
        const { done, value } = await lines.next();
        if (done) return value;
        yield value;
        if (value.kind === 'at') position = value.position;
        if (turns.isWanted()) yield* stateLines();
      }
    }

    const leave = feed.subscribe(
      isWaitedFor ? turns.want : async () => void turns.want(),
      isWaitedFor,
    );
    const stopped = () => turns.stop();
    signal.addEventListener('abort', stopped);
    let retryOfStates: NodeJS.Timeout | undefined;
    try {
      while (await turns.begin()) {
        for (let retry = firstRetryMs; ; retry = Math.min(retry * 2, lastRetryMs)) {
          try {
            yield* newLines();
            outage.works();
            break;
          } catch (error) {
            outage.fails(error);
            yield { kind: 'failing' };
            await pause(retry, undefined, { signal }).catch(() => {});
            if (signal.aborted) return;
          }
        }
        turns.end();
        clearTimeout(retryOfStates);
        if (states.some(({ isFailing }) => isFailing)) {
          retryOfStates = setTimeout(turns.want, stateRetryMs).unref();
        }
      }
    } finally {
      clearTimeout(retryOfStates);
      signal.removeEventListener('abort', stopped);
      leave();
    }
  };
}
