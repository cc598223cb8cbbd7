import type { Registry } from 'prom-client';
import type { MetricsJson } from './messages.ts';

/** The metrics of all processes together. */
export type MetricsOfAll = {
  /** Asks every process and returns the text. Of a process that does not answer within a second, only counters count. */
  gather(): Promise<string>;
  /** To be called with the answer of a process. */
  heard(name: string, id: number, metrics: MetricsJson): void;
  /** To be called when a process has ended. Its counters stay in the sums: falling counters would look like a restart. */
  ended(name: string): void;
};

type Question = { missing: Set<string>; answered: () => void };

const patienceMs = 1_000;

/** Builds it. `ask` sends the question with this number to all processes and returns the names of those asked. */
export function createMetricsOfAll(ask: (id: number) => string[]): MetricsOfAll {
  const latest = new Map<string, MetricsJson>();
  const questions = new Map<number, Question>();
  let lastId = 0;
  let past: Promise<MetricsJson> = Promise.resolve([]);

  return {
    async gather() {
      const id = ++lastId;
      const { promise, resolve } = Promise.withResolvers<void>();
      const missing = new Set(ask(id));
      questions.set(id, { missing, answered: resolve });
      const timer = setTimeout(resolve, patienceMs);
      if (missing.size > 0) await promise;
      clearTimeout(timer);
      questions.delete(id);
      const present = [...latest].map(([name, metrics]) =>
        missing.has(name) ? counted(metrics) : metrics,
      );
      return (await sum([...present, await past])).metrics();
    },
    heard(name, id, metrics) {
      latest.set(name, metrics);
      const question = questions.get(id);
      question?.missing.delete(name);
      if (question?.missing.size === 0) question.answered();
    },
    ended(name) {
      const last = counted(latest.get(name) ?? []);
      latest.delete(name);
      past = past.then(async (before) => (await sum([before, last])).getMetricsAsJSON());
    },
  };
}

/** Metrics that only grow. */
function counted(metrics: MetricsJson): MetricsJson {
  const growing: unknown[] = ['counter', 'histogram'];
  return metrics.filter(({ type }) => growing.includes(type));
}

/** The sum of each metric, or what its `aggregator` says. */
async function sum(all: MetricsJson[]): Promise<Registry> {
  // The supervisor stays small until somebody asks.
  const { AggregatorRegistry } = await import('prom-client');
  return AggregatorRegistry.aggregate(all);
}
