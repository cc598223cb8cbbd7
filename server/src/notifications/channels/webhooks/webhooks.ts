import { createLease } from '../../../db/lease.ts';
import { newId } from '../../../kit/ids.ts';
import type { Reach } from '../../../kit/outside/reach.ts';
import type { Channel } from '../../channel.ts';
import { createDeliver } from './webhooks.deliver.service.ts';
import { addWebhookMetrics } from './webhooks.metrics.ts';
import { resealWebhooks } from './webhooks.reseal.service.ts';
import { webhookRoutes } from './webhooks.routes.ts';
import { createSendTo } from './webhooks.send.service.ts';
import { createWebhooks } from './webhooks.service.ts';

/**
 * Milliseconds between two checks without news. The time of the next try is no news. On PostgreSQL, an event that has no entry in
 * the log is no news either.
 */
const everyMs = 1000;

/** The webhooks channel: it tells other programs, by their addresses, what happens (ADR 57). */
export const webhooksChannel: Channel = {
  bounds: { quotas: [], pruning: [] },
  sealed: { what: 'Webhooks', reseal: resealWebhooks },
  build(deps) {
    const { db, changeLog, feed, seal, clock, settings, metrics, logger } = deps;
    const { judge, describe, resolve, version } = deps;
    const { publicUrl } = settings;
    const reach: Reach = {
      allowsPrivate: settings.webhookPrivate,
      setting: 'WEBHOOK_PRIVATE',
    };
    const sendTo = createSendTo({ seal, resolve, reach, clock, version });
    const webhooks = createWebhooks({
      db,
      changeLog,
      seal,
      resolve,
      reach,
      sendTo,
      publicUrl,
      judge,
    });
    const count = addWebhookMetrics(metrics, db);
    const deliver = createDeliver({
      db,
      changeLog,
      sendTo,
      describe,
      judge,
      count,
      logger,
      lease: createLease(db, 'webhooksLease', newId()),
    });
    return {
      register: (server) => webhookRoutes(server, { webhooks }),
      jobs: [
        {
          name: 'webhooks',
          everyMs,
          // Deliveries take minutes, so a lease says which node makes them.
          on: 'each node',
          needs: [],
          work: deliver.work,
          onNews: (wake) => feed.subscribe(async () => wake()),
          words: {
            failing: 'webhooks wait: their events cannot be read',
            again: 'webhooks no longer wait',
          },
          async stop(end) {
            await end();
            await deliver.stop();
          },
        },
      ],
    };
  },
};
