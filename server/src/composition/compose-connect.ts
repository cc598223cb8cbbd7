import type { ChangesFeed } from '../changes/changes.feed.ts';
import type { Db } from '../db/schema.ts';
import { createConnect } from '../features/apps/connect/apps.connect.service.ts';
import { readWatches } from '../features/apps/connect/apps.connect.store.ts';
import { createKnownWatches } from '../features/apps/connect/apps.connect.watches.ts';
import type { Clock } from '../kit/clock.ts';

/** Builds what tells people about the answers to their phones (ADR 42). `now` is the database's time. */
export function composeConnect({ db, feed, now }: { db: Db; feed: ChangesFeed; now: Clock }) {
  const watches = createKnownWatches();
  return {
    connect: createConnect({ db, feed, watches, now }),
    /** Reads the apps that somebody watches. */
    async readWatched(): Promise<string[]> {
      const rows = await readWatches(db);
      watches.use(rows);
      return rows.map(({ appID }) => appID);
    },
  };
}
