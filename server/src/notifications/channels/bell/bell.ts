import { repeat } from '../../../kit/repeat.ts';
import type { Channel, ChannelParts } from '../../channel.ts';
import { createFollower } from '../../events/events.follower.service.ts';
import { ringFor } from './bell.ring.service.ts';
import { bellRoutes } from './bell.routes.ts';
import { createBell } from './bell.service.ts';
import { bellEvents } from './bell.table.ts';

/** How often it looks without news. On PostgreSQL, an event that has no entry in the log is no news. */
const everyMs = 1000;

/** The bell in the top bar: each person is told what concerns them (ADR 57). */
export function bellChannel({ db, feed, logger }: ChannelParts): Channel {
  const bell = createBell({ db });
  return {
    register: (server) => bellRoutes(server, { bell }),
    begin: () =>
      repeat({
        work: createFollower({ db, name: 'bell', types: bellEvents, take: ringFor }),
        everyMs,
        onNews: (wake) => feed.subscribe(async () => wake()),
        logger,
        words: { failing: 'the bells do not ring', again: 'the bells ring again' },
      }),
  };
}
