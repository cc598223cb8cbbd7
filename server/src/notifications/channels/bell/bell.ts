import type { Channel } from '../../channel.ts';
import { createFollower } from '../../events/events.follower.service.ts';
import { bellPruning } from './bell.pruning.ts';
import { ringFor } from './bell.ring.service.ts';
import { bellRoutes } from './bell.routes.ts';
import { createBell } from './bell.service.ts';
import { bellEvents } from './bell.table.ts';

/** Milliseconds between two checks without news. On PostgreSQL, an event that has no entry in the log is no news. */
const everyMs = 1000;

/** The bell in the top bar: it tells each person what concerns them (ADR 57). */
export const bellChannel: Channel = {
  bounds: { quotas: [], pruning: [bellPruning] },
  build({ db, feed }) {
    const bell = createBell({ db });
    return {
      register: (server) => bellRoutes(server, { bell }),
      jobs: [
        {
          name: 'bells',
          everyMs,
          on: 'each node',
          needs: [],
          work: createFollower({ db, name: 'bell', types: bellEvents, take: ringFor }),
          onNews: (wake) => feed.subscribe(async () => wake()),
          words: { failing: 'the bells do not ring', again: 'the bells ring again' },
        },
      ],
    };
  },
};
