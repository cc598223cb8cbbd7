import type { MetricsJson } from './messages.ts';

/** The metrics of all processes, each by itself: the process that was asked for them adds them up. */
export type MetricsOfAll = {
  /** Asks every process. For a process that does not answer within a second, the answer has only its counters. */
  gather(): Promise<MetricsJson[]>;
  /** Takes the answer of a process. */
  heard(name: string, id: number, metrics: MetricsJson): void;
  /** Notes that a process has ended. Its counters stay in the sums: falling counters would look like a restart. */
  ended(name: string): void;
};

type Question = { missing: Set<string>; answered: () => void };

const patienceMs = 1_000;

/**
 * Builds it. `ask` sends the question with this number to all processes and returns the names of those asked; `own` are the
 * supervisor's metrics.
 */
export function createMetricsOfAll(
  ask: (id: number) => string[],
  own: () => MetricsJson,
): MetricsOfAll {
  const latest = new Map<string, MetricsJson>();
  const questions = new Map<number, Question>();
  let lastId = 0;
  let past: MetricsJson = [];

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
      return [...present, past, own()];
    },
    heard(name, id, metrics) {
      latest.set(name, metrics);
      const question = questions.get(id);
      question?.missing.delete(name);
      if (question?.missing.size === 0) question.answered();
    },
    ended(name) {
      past = added(past, counted(latest.get(name) ?? []));
      latest.delete(name);
    },
  };
}

/** Returns the metrics that only grow. */
function counted(metrics: MetricsJson): MetricsJson {
  const growing: unknown[] = ['counter', 'histogram'];
  return metrics.filter(({ type }) => growing.includes(type));
}

/** Adds up the metrics that only grow. prom-client could do it, but the supervisor stays small and loads nothing late. */
function added(before: MetricsJson, more: MetricsJson): MetricsJson {
  const sums = new Map(before.map((metric) => [metric.name, metric]));
  for (const metric of more) {
    const values = new Map<string, (typeof metric.values)[number]>();
    for (const value of [...(sums.get(metric.name)?.values ?? []), ...metric.values]) {
      const key = JSON.stringify([value.metricName, Object.entries(value.labels).sort()]);
      values.set(key, { ...value, value: value.value + (values.get(key)?.value ?? 0) });
    }
    sums.set(metric.name, { ...metric, values: [...values.values()] });
  }
  return [...sums.values()];
}
