import { pino } from 'pino';
import { afterEach, beforeEach } from 'vitest';
import { type AppKey, appKey } from '../src/ads/answers/ads.app-key.ts';
import { type AdsSnapshot, createAdsSnapshot } from '../src/ads/answers/ads.snapshot.ts';
import { type AdsLoader, createAdsLoader } from '../src/ads/following/ads.loader.ts';
import { createAdsSource } from '../src/ads/following/ads.source.store.ts';
import type { AdsSource } from '../src/ads/following/ads.source.ts';
import { createChangesFeed } from '../src/changes/changes.feed.ts';
import { systemClock } from '../src/kit/clock.ts';
import { appIDFrom } from './app-id.ts';
import { eachDialect, type TestDatabase } from './dialects.ts';
import { writeApp } from './write-app.ts';

/** What a test of the ads loader works with; the apps `a`, `b` and `c` are there before each test. */
export type AdsLoading = ReturnType<typeof adsLoading>;

/** Runs a block of tests of the ads loader on each kind of database; a loader is stopped after its test. */
export function eachAdsLoading(name: string, block: (loading: AdsLoading) => void): void {
  eachDialect(name, (database) => {
    const loading = adsLoading(database);
    beforeEach(async () => {
      for (const table of ['app', 'change'] as const) await loading.db.deleteFrom(table).execute();
      for (const letter of 'abc') await loading.write('create', letter, `first ${letter}`);
    });
    afterEach(() => loading.loader.stop());
    block(loading);
  });
}

function adsLoading(database: TestDatabase) {
  const feed = createChangesFeed();
  const logger = pino({ level: 'silent' });
  let running: { snapshot: AdsSnapshot; loader: AdsLoader };

  return {
    feed,
    get db() {
      return database.db;
    },
    get snapshot() {
      return running.snapshot;
    },
    get loader() {
      return running.loader;
    },

    /** A loader over the real tables; `over` puts faults and delays in front of them. */
    load(over: (source: AdsSource) => Partial<AdsSource> = () => ({}), by = feed): AdsLoader {
      const real = createAdsSource(database.db);
      const snapshot = createAdsSnapshot();
      const source = { ...real, ...over(real) };
      const loader = createAdsLoader({ source, snapshot, feed: by, clock: systemClock, logger });
      running = { snapshot, loader };
      return loader;
    },

    /** The name of an app in the answer that is ready for it. */
    nameOf(letter: string): string | undefined {
      const entry = running.snapshot.get(appKey(appIDFrom(letter)) as AppKey);
      return entry && JSON.parse(entry.body.toString()).data.appName;
    },

    write: (task: 'create' | 'update' | 'delete', letter: string, appName?: string) =>
      writeApp({ db: database.db, feed }, task, appIDFrom(letter), appName),
  };
}
