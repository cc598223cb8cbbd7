import type { SentEvent } from '@adwarden/contract/notifications/sent-event';
import type { Registry } from 'prom-client';
import type { ChangeLog } from '../changes/change-log.ts';
import type { ChangesFeed } from '../changes/changes.feed.ts';
import type { Db } from '../db/schema.ts';
import type { Bounds } from '../feature.ts';
import type { BackOffice } from '../http/route.ts';
import type { Job } from '../jobs/job.ts';
import type { Clock } from '../kit/clock.ts';
import type { Logger } from '../kit/logger.ts';
import type { ResolveHost } from '../kit/outside/resolve-host.ts';
import type { Renewal, Seal } from '../kit/seal.ts';
import type { Settings } from '../settings.ts';
import type { StoredEvent } from './events/events.table.ts';

/** The dependencies of a channel. */
export type ChannelDeps = {
  db: Db;
  changeLog: ChangeLog;
  feed: Pick<ChangesFeed, 'subscribe'>;
  seal: Seal;
  clock: Clock;
  settings: Settings;
  metrics: Registry;
  logger: Logger;
  version: string;
  resolve: ResolveHost;
  /** Renews the findings about channels. */
  judge: () => Promise<void>;
  /** Reads the description of an event; null when it was pruned. */
  describe: (event: StoredEvent) => Promise<SentEvent | null>;
};

/** A way to tell somebody what happens: the one export of its folder. */
export type Channel = {
  bounds: Bounds;
  /** Its secrets, in the words of `npm run reseal`, and how they are sealed with the current key. */
  sealed?: { what: string; reseal: (db: Db, seal: Seal) => Promise<Renewal> };
  /** Builds the channel for one office. Does no work yet. */
  build: (deps: ChannelDeps) => BuiltChannel;
};

/** The parts of a channel that are built with the office. */
export type BuiltChannel = {
  /** Registers its calls. */
  register(server: BackOffice): void;
  /** The channel's own work. */
  jobs: readonly Job[];
  /** Does what is needed once, when the jobs begin. It does not reject. */
  prepare?(): Promise<void>;
};
