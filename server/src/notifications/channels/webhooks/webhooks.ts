import { createLease } from '../../../db/lease.ts';
import { newId } from '../../../kit/ids.ts';
import type { Reach } from '../../../kit/outside/reach.ts';
import { repeat } from '../../../kit/repeat.ts';
import type { Channel, ChannelParts } from '../../channel.ts';
import { createDeliver } from './webhooks.deliver.service.ts';
import { addWebhookMetrics } from './webhooks.metrics.ts';
import { webhookRoutes } from './webhooks.routes.ts';
import { createSendTo } from './webhooks.send.service.ts';
import { createWebhooks } from './webhooks.service.ts';

/**
 * How often it looks without news. The time of the next try is no news, and neither is, on PostgreSQL, an event that has no
 * entry in the log.
 */
const everyMs = 1000;

/** Webhooks: addresses of other programs that are told what happens (ADR 57). */
export function webhooksChannel(parts: ChannelParts): Channel {
  const { db, changeLog, feed, seal, clock, settings, metrics, logger, judge, describe } = parts;
  const { publicUrl } = settings;
  const { resolve, version } = parts;
  const reach: Reach = {
    allowsPrivate: settings.webhookPrivate,
    allowsOwnName: true,
    setting: 'WEBHOOK_PRIVATE',
  };
  const sendTo = createSendTo({ seal, resolve, reach, clock, version });
  const webhooks = createWebhooks({
    ...{ db, changeLog, seal, resolve, reach, sendTo, publicUrl, judge },
  });
  const count = addWebhookMetrics(metrics, db);
  const deliver = createDeliver({
    ...{ db, changeLog, sendTo, describe, judge, count, logger },
    lease: createLease(db, 'webhooksLease', newId()),
  });
  return {
    register: (server) => webhookRoutes(server, { webhooks }),
    begin() {
      const end = repeat({
        ...{ work: deliver.work, everyMs, logger },
        onNews: (wake) => feed.subscribe(async () => wake()),
        words: {
          failing: 'webhooks wait: their events cannot be read',
          again: 'webhooks no longer wait',
        },
      });
      return async () => {
        await end();
        await deliver.stop();
      };
    },
  };
}
