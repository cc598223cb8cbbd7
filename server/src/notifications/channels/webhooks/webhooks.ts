import type { Channel, ChannelParts } from '../../channel.ts';
import { webhookRoutes } from './webhooks.routes.ts';
import { createSendTo } from './webhooks.send.service.ts';
import { createWebhooks } from './webhooks.service.ts';

/** Webhooks: addresses of other programs that are told what happens (ADR 57). */
export function webhooksChannel(parts: ChannelParts): Channel {
  const { db, changeLog, seal, clock, settings, judge } = parts;
  const { publicUrl, webhookPrivate: isPrivateAllowed } = settings;
  const { resolve, version } = parts;
  const sendTo = createSendTo({ seal, resolve, isPrivateAllowed, clock, version });
  const webhooks = createWebhooks({
    ...{ db, changeLog, seal, resolve, isPrivateAllowed, sendTo, publicUrl, judge },
  });
  return {
    register: (server) => webhookRoutes(server, { webhooks }),
    begin: () => async () => {},
  };
}
