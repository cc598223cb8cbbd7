import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Db } from '../../../db/schema.ts';
import { resolvesWithin } from '../../../kit/within.ts';
import { countByState } from './webhooks.store.ts';
import type { Outcome } from './webhooks.table.ts';

/** The time limit of the count: a database that is slow or gone must not delay the other metrics. */
const countWithinMs = 500;

/** Adds the webhooks by state, and the tries of this node, to the metrics. Returns the function that counts a try. */
export function addWebhookMetrics(registry: Registry, db: Db): (outcome: Outcome) => void {
  new Gauge({
    name: 'adwarden_webhooks',
    help: 'Webhooks by state: on, failing (they are tried again), off (by somebody), stopped (by Adwarden)',
    labelNames: ['state'] as const,
    aggregator: 'max',
    registers: [registry],
    async collect() {
      this.reset();
      const counting = countByState(db);
      if (!(await resolvesWithin(counting, countWithinMs).catch(() => false))) return;
      for (const [state, number] of Object.entries(await counting)) this.set({ state }, number);
    },
  });
  const tries = new Counter({
    name: 'adwarden_webhook_deliveries_total',
    help: 'Events that this node has sent to webhooks, by outcome; a failed one is sent again',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  for (const outcome of ['delivered', 'failed']) tries.inc({ outcome }, 0);
  const seconds = new Histogram({
    name: 'adwarden_webhook_delivery_seconds',
    help: 'How long receivers took to answer',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return ({ error, ms }) => {
    tries.inc({ outcome: error === '' ? 'delivered' : 'failed' });
    seconds.observe(ms / 1000);
  };
}
