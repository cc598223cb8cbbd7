import type { MetricsJson } from './messages.ts';
import { type EndReason, endReasons, type Slot } from './slot.ts';

/** The supervisor's counts of its processes. */
export type ProcessFigures = {
  /** Counts a process that has ended and will be started again. */
  ended(name: string, reason: EndReason): void;
  metrics(): MetricsJson;
};

export function createProcessFigures(slots: Pick<Slot, 'name' | 'isReal'>[]): ProcessFigures {
  // The counts include zeros: an alert sees only the growth of a figure that was there before.
  const counts = slots.flatMap(({ name }) =>
    endReasons.map((reason) => ({ labels: { process: name, reason }, value: 0 })),
  );
  return {
    ended(name, reason) {
      for (const count of counts) {
        const { labels } = count;
        if (labels.process === name && labels.reason === reason) count.value += 1;
      }
    },
    metrics: () => [
      {
        name: 'adwarden_process_restarts_total',
        help: 'Processes that ended and were started again',
        type: 'counter',
        aggregator: 'sum',
        values: counts.map(({ labels, value }) => ({ labels: { ...labels }, value })),
      },
      gauge('adwarden_processes_expected', 'Processes that should answer', slots.length),
      gauge(
        'adwarden_processes',
        'Processes that answer',
        slots.filter((slot) => slot.isReal()).length,
      ),
    ],
  };
}

const gauge = (name: string, help: string, value: number): MetricsJson[number] => ({
  name,
  help,
  type: 'gauge',
  aggregator: 'sum',
  values: [{ labels: {}, value }],
});
