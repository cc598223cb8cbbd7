import { succeed } from '@adwarden/contract/envelope';
import { webhookCalls } from '@adwarden/contract/notifications/webhooks';
import { actorOf } from '../../../http/actor.ts';
import { type BackOffice, contractRoute } from '../../../http/route.ts';
import type { WebhooksService } from './webhooks.service.ts';

/** Registers the calls of webhooks, and of the deliveries of their events (ADR 57). */
export function webhookRoutes(
  server: BackOffice,
  { webhooks }: { webhooks: WebhooksService },
): void {
  server.route({
    ...contractRoute(webhookCalls.getWebhooks),
    async handler(request) {
      const { items, totals } = await webhooks.page(actorOf(request), request.query);
      return { ...succeed('Webhooks', items), ...totals };
    },
  });

  server.route({
    ...contractRoute(webhookCalls.addWebhook),
    async handler(request) {
      const webhook = await server.once(request, {
        make: (noteMade) => webhooks.add(actorOf(request), request.body, noteMade),
        again: webhooks.readAdded,
      });
      return succeed('Webhook added', webhook);
    },
  });

  server.route({
    ...contractRoute(webhookCalls.updateWebhook),
    async handler(request) {
      const { webhookID } = request.params;
      const saved = await webhooks.update(actorOf(request), webhookID, request.body);
      return succeed('Webhook saved', saved);
    },
  });

  server.route({
    ...contractRoute(webhookCalls.deleteWebhook),
    async handler(request) {
      const { webhookID: id } = request.params;
      return succeed(`${await webhooks.remove(actorOf(request), id)} deleted`, { id });
    },
  });

  server.route({
    ...contractRoute(webhookCalls.testWebhook),
    async handler({ params }) {
      const delivery = await webhooks.test(params.webhookID);
      return succeed(wordsOf(delivery), delivery);
    },
  });

  server.route({
    ...contractRoute(webhookCalls.getDeliveries),
    async handler({ params, query }) {
      const { items, totals } = await webhooks.deliveries(params.webhookID, query);
      return { ...succeed('Deliveries', items), ...totals };
    },
  });

  server.route({
    ...contractRoute(webhookCalls.sendAgain),
    async handler({ params, body }) {
      const delivery = await webhooks.sendAgain(params.webhookID, body.deliveryID);
      return succeed(wordsOf(delivery), delivery);
    },
  });
}

const wordsOf = ({ error }: { error: string }): string =>
  error === ''
    ? 'The receiver has taken the event'
    : `The receiver has not taken the event: ${error}`;
