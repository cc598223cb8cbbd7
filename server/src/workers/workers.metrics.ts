import { AggregatorRegistry, type Registry } from 'prom-client';
import type { MetricsJson } from './workers.messages.ts';

/** What all workers count, put together. */
export type MetricsOfAll = {
  /** Asks every worker and answers the text; one that says nothing for a second is left out, but for its counters. */
  gather(): Promise<string>;
  /** A worker has said what it counts. */
  heard(worker: number, id: number, metrics: MetricsJson): void;
  /** A worker has ended: its counters stay in the sums, or they would fall and look as if all began anew. */
  ended(worker: number): void;
};

type Question = { missing: Set<number>; answered: () => void };

const patienceMs = 1_000;

/** Builds what gathers; `ask` puts the question of this number to all workers and answers which those are. */
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

/** Those that only ever grow. */
function counted(metrics: MetricsJson): MetricsJson {
  const growing: unknown[] = ['counter', 'histogram'];
  return metrics.filter(({ type }) => growing.includes(type));
}

/** Sums, or what else each metric says of itself (`aggregator`). */
const sum = (all: MetricsJson[]): Registry => AggregatorRegistry.aggregate(all);
