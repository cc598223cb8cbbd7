import { levelFor } from '../../pruning/pruning.log.ts';
import type { PruningRule, PruningRun } from '../../pruning/rule.ts';
import { pruneOlder } from '../../pruning/rules.ts';
import * as store from './events.pruning.store.ts';

/**
 * Deletes the events that are too old. When there are more than `rows`, the people who have the most lose their oldest
 * ones, until all of these have equally many.
 */
async function pruneEvents(run: PruningRun): Promise<number> {
  const { db, slices } = run;
  const { days, rows } = run.kept.events;
  let all = await pruneOlder(run, days, { table: 'unlogged_event', key: ['id'], at: 'at' });
  if ((await store.eventCount(db)) <= rows) return all;
  const pages = () =>
    slices.pages<{ id: number; person: string }>((last, most) =>
      store.eventsAfter(db, last?.id ?? 0, most),
    );
  const excess = new Map<string, number>();
  for await (const page of pages()) {
    for (const { person } of page) excess.set(person, (excess.get(person) ?? 0) + 1);
  }
  const level = levelFor([...excess.values()], rows);
  for (const [person, events] of excess) excess.set(person, events - level);
  for await (const page of pages()) {
    const spare = page.filter(({ person }) => {
      const left = excess.get(person) ?? 0;
      excess.set(person, left - 1);
      return left > 0;
    });
    all += await slices.each(
      spare.map(({ id }) => id),
      store.deleteEvents,
    );
  }
  return all;
}

/** The rule of events that have no entry in the log. */
export const eventsPruning: PruningRule = { kind: 'events', prune: pruneEvents };
