import type { Registry } from 'prom-client';
import type { ChangeLog } from '../changes/change-log.ts';
import type { ChangesFeed } from '../changes/changes.feed.ts';
import type { Db } from '../db/schema.ts';
import { judgeOutside } from '../features/findings/judging/run.service.ts';
import type { BackOffice } from '../http/route.ts';
import type { Clock } from '../kit/clock.ts';
import { newId } from '../kit/ids.ts';
import type { Logger } from '../kit/logger.ts';
import type { ResolveHost } from '../kit/outside/resolve-host.ts';
import type { Seal } from '../kit/seal.ts';
import { channels } from '../notifications/channels.ts';
import { createDescribe } from '../notifications/events/events.describe.service.ts';
import type { Settings } from '../settings.ts';

/** Builds what tells other programs and people of changes, each in its own way (ADR 57). */
export function composeNotifications(parts: {
  db: Db;
  changeLog: ChangeLog;
  feed: ChangesFeed;
  seal: Seal;
  clock: Clock;
  settings: Settings;
  metrics: Registry;
  logger: Logger;
  version: string;
  resolve: ResolveHost;
}) {
  const { db, settings, logger } = parts;
  const all = channels.map((channel) =>
    channel({
      ...parts,
      process: newId(),
      describe: createDescribe({ db, publicUrl: settings.publicUrl }),
      judge: () =>
        judgeOutside(db).catch((error) =>
          logger.error({ err: error }, 'the findings about channels are as they were'),
        ),
    }),
  );
  return {
    register(server: BackOffice): void {
      for (const channel of all) channel.register(server);
    },
    /** Begins what they do by themselves; returns the function that ends it. */
    begin(): () => Promise<void> {
      const ends = all.map((channel) => channel.begin());
      return async () => void (await Promise.all(ends.map((end) => end())));
    },
  };
}
