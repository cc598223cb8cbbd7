import { pino } from 'pino';
import { afterEach, beforeEach, vi } from 'vitest';
import { type AppKey, appKey } from '../../src/ads/answers/ads.app-key.ts';
import { type AdsSnapshot, createAdsSnapshot } from '../../src/ads/answers/ads.snapshot.ts';
import { type AdsFollower, createAdsFollower } from '../../src/ads/following/ads.follower.ts';
import { createAdsTime } from '../../src/ads/following/ads.time.ts';
import { type AdsPauses, createAdsPauses } from '../../src/ads/pauses/ads.pauses.ts';
import { createChangesFeed } from '../../src/changes/changes.feed.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { createAppsSource } from '../../src/stream/stream.apps.store.ts';
import type { AppsSource } from '../../src/stream/stream.apps.ts';
import { readPauses } from '../../src/stream/stream.pauses.store.ts';
import { readState } from '../../src/stream/stream.state.ts';
import { createStream } from '../../src/stream/stream.ts';
import { eachDialect, type TestDatabase } from '../databases/dialects.ts';
import { writeApp } from '../databases/write-app.ts';
import { appIDFrom } from '../samples/app-id.ts';

/** The tools of a test of the stream; the apps `a`, `b` and `c` are there before each test. */
export type AdsFollowing = ReturnType<typeof adsFollowing>;

/** Runs a block of tests of the stream on each kind of database; a follower is stopped after its test. */
export function eachAdsFollowing(name: string, block: (following: AdsFollowing) => void): void {
  eachDialect(name, (database) => {
    const following = adsFollowing(database);
    beforeEach(async () => {
      for (const table of ['app', 'change', 'pause'] as const) {
        await following.db.deleteFrom(table).execute();
      }
      for (const letter of 'abc') await following.write('create', letter, `first ${letter}`);
    });
    afterEach(() => following.follower.stop());
    block(following);
  });
}

/** Builds a feed that waits for its followers for 30 s, and not for 250 ms: the machine may be slow. */
export const createPatientFeed = () => createChangesFeed(30_000);

function adsFollowing(database: TestDatabase) {
  const feed = createChangesFeed();
  const logger = pino({ level: 'silent' });
  let running: { snapshot: AdsSnapshot; pauses: AdsPauses; follower: AdsFollower };
  const used = vi.fn();
  const settings = { apiMethod: '', ipInfoToken: '', vpnApiKey: '' } as const;

  return {
    feed,
    get db() {
      return database.db;
    },
    get snapshot() {
      return running.snapshot;
    },
    get pauses() {
      return running.pauses;
    },
    get follower() {
      return running.follower;
    },

    /** Builds a follower of a stream over the real tables; `over` puts faults and delays in front of them. */
    build(
      over: (source: AppsSource) => Partial<AppsSource> = () => ({}),
      by = feed,
      read = () => readPauses(database.db),
    ): AdsFollower {
      const real = createAppsSource(database.db);
      const snapshot = createAdsSnapshot();
      const time = createAdsTime({ clock: systemClock });
      const pauses = createAdsPauses(time.ends);
      const followOffice = createStream({
        apps: { ...real, ...over(real) },
        pauses: readState({ what: 'the pauses', read, logger }),
        callers: readState({ what: 'the settings', read: async () => settings, logger }),
        watched: readState({ what: 'the watched apps', read: async () => [], logger }),
        feed: by,
        logger,
      });
      const follower = createAdsFollower({
        followOffice,
        snapshot,
        pauses,
        time,
        logger,
        callers: { useShares: () => {}, use: used },
        watched: { watch: used },
        isEdge: false,
      });
      running = { snapshot, pauses, follower };
      return follower;
    },

    /** Returns the name of an app in the answer that is ready for it. */
    nameOf(letter: string): string | undefined {
      const entry = running.snapshot.get(appKey(appIDFrom(letter)) as AppKey);
      return entry && JSON.parse(entry.body.toString()).data.appName;
    },

    write: (task: 'create' | 'update' | 'delete', letter: string, appName?: string) =>
      writeApp({ db: database.db, feed }, task, appIDFrom(letter), appName),
  };
}
