import { AggregatorRegistry, type Registry } from 'prom-client';
import type { MetricsJson } from './workers.messages.ts';

/** The metrics of all workers together. */
export type MetricsOfAll = {
  /** Asks every worker and returns the text. Of a worker that does not answer within a second, only counters count. */
  gather(): Promise<string>;
  /** To be called with the answer of a worker. */
  heard(worker: number, id: number, metrics: MetricsJson): void;
  /** To be called when a worker has ended. Its counters stay in the sums: falling counters would look like a restart. */
  ended(worker: number): void;
};

type Question = { missing: Set<number>; answered: () => void };

const patienceMs = 1_000;

/** Builds it. `ask` sends the question with this number to all workers and returns the numbers of those asked. */
export function createMetricsOfAll(ask: (id: number) => number[]): MetricsOfAll {
  const latest = new Map<number, MetricsJson>();
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
      const present = [...latest].map(([worker, metrics]) =>
        missing.has(worker) ? counted(metrics) : metrics,
      );
      return sum([...present, await past]).metrics();
    },
    heard(worker, id, metrics) {
      latest.set(worker, metrics);
      const question = questions.get(id);
      question?.missing.delete(worker);
      if (question?.missing.size === 0) question.answered();
    },
    ended(worker) {
      const last = counted(latest.get(worker) ?? []);
      latest.delete(worker);
      past = past.then((before) => sum([before, last]).getMetricsAsJSON());
    },
  };
}

/** Metrics that only grow. */
function counted(metrics: MetricsJson): MetricsJson {
  const growing: unknown[] = ['counter', 'histogram'];
  return metrics.filter(({ type }) => growing.includes(type));
}

/** The sum of each metric, or what its `aggregator` says. */
const sum = (all: MetricsJson[]): Registry => AggregatorRegistry.aggregate(all);
