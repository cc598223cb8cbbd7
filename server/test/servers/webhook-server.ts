import { delivery, type Webhook, webhook } from '@adwarden/contract/notifications/webhooks';
import { expect } from 'vitest';
import { openBatchServer } from './batch-server.ts';

export type WebhookServer = Awaited<ReturnType<typeof openWebhookServer>>;

/**
 * Opens a test server with short ways to the calls about webhooks. Every answer is checked by its schema. Receivers of tests are
 * on this machine, so webhooks may be sent there unless the test says otherwise.
 */
export async function openWebhookServer(...given: Parameters<typeof openBatchServer>) {
  const [environment = {}, options] = given;
  const test = await openBatchServer(
    { WRITES_PER_MINUTE: '100000', WEBHOOK_PRIVATE: 'on', ...environment },
    options,
  );
  const as = test.admin;

  const add = (body: object, by = as) => test.callLoosely('addWebhook', { as: by, body });

  async function webhooks(): Promise<Webhook[]> {
    const answer = await test.call('getWebhooks', { as, query: { pageSize: 100 } });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data.map((row: unknown) => webhook.parse(row));
  }
  async function deliveries(id: string, query: Record<string, number> = {}) {
    const answer = await test.call('getDeliveries', { as, id, query: { pageSize: 100, ...query } });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data.map((row: unknown) => delivery.parse(row));
  }

  return {
    ...test,
    addHook: add,
    webhooks,
    deliveries,
    change: (id: string, body: object) => test.call('updateWebhook', { as, id, body }),
    sendTest: (id: string) => test.call('testWebhook', { as, id }),
    sendAgain: (id: string, deliveryID: string) =>
      test.call('sendAgain', { as, id, body: { deliveryID } }),

    /** Adds a webhook; returns it with its secret. */
    async hook(url: string, over: object = {}): Promise<Webhook & { secret: string }> {
      const answer = await add({ url, events: ['change.app'], ...over });
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data;
    },

    async webhook(id: string): Promise<Webhook> {
      const found = (await webhooks()).find((one) => one.id === id);
      if (!found) throw new Error('The webhook is gone');
      return found;
    },

    /** Makes the time of the next try come. */
    tryNow: (id: string) =>
      test.db.updateTable('webhook').set({ nextAt: 0 }).where('id', '=', id).execute(),

    /** Makes the first failure of the next event be so many hours ago. */
    async failsFor(id: string, hours: number): Promise<void> {
      const failingSince = Date.now() - hours * 3_600_000;
      await test.db
        .updateTable('webhook')
        .set({ failingSince, nextAt: 0 })
        .where('id', '=', id)
        .execute();
    },

    async deleteAll(): Promise<void> {
      await test.db.deleteFrom('webhook').execute();
    },
  };
}
