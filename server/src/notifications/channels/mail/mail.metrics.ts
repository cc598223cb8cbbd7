import { Counter, type Registry } from 'prom-client';

/** Adds the daily mails of this node to the metrics. Returns the function that counts one. */
export function addMailMetrics(registry: Registry): (outcome: 'sent' | 'failed') => void {
  const mails = new Counter({
    name: 'adwarden_mails_total',
    help: 'Daily mails of this node, by outcome; a failed one is tried again',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0);
  return (outcome) => mails.inc({ outcome });
}
