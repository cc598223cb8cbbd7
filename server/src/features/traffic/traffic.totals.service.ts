import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@adwarden/contract/limits';
import { type TrafficStep, trafficSteps } from '@adwarden/contract/traffic/traffic';
import type { Db } from '../../db/schema.ts';
import { rangesOf } from './traffic.chunks.ts';
import { countApps } from './traffic.comparison.store.ts';
import { keptFrom, rangeOf } from './traffic.range.policy.ts';
import { totalled } from './traffic.store.ts';
import * as store from './traffic.totals.store.ts';

/** The number of apps that are read at once: then a statement takes some milliseconds. */
const appsAtOnce = 4_000;
const pauseMs = 5;

/**
 * Adds up the requests of each complete hour and day by owner, the newest first. A step is added up again when more requests have
 * come since, for example from an edge that had no office. An owner's requests are those of the apps that they had at that
 * moment. They stay when an app is deleted or given to somebody else. `isOver` stops it early.
 */
export async function addUpByOwner(
  db: Db,
  { now, trafficDays }: { now: number; trafficDays: number },
  isOver: () => boolean = () => false,
): Promise<void> {
  for (const step of trafficSteps) {
    const from = keptFrom(step, now, trafficDays);
    const { times } = rangeOf({ step, from }, { now, trafficDays });
    const over = times.slice(0, -1).reverse();
    const [counted, known] = await Promise.all([
      store.requestsOfAll(db, step, over),
      totalled(db, step, over),
    ]);
    for (const time of over) {
      const requests = Math.min(counted.get(time) ?? 0, limits.usage.mostStored);
      if (isOver()) return;
      if (known.get(time) !== requests) await addUp(db, step, { time, requests }, isOver);
    }
  }
}

async function addUp(
  db: Db,
  step: TrafficStep,
  { time, requests }: { time: number; requests: number },
  isOver: () => boolean,
): Promise<void> {
  const sums = new Map<string, store.OwnerRow>();
  const ranges = requests > 0 ? rangesOf(await countApps(db), appsAtOnce) : [];
  for (const range of ranges) {
    if (isOver()) return;
    for (const row of await store.sumsByOwner(db, step, time, range)) {
      const key = [row.ownerId, ...row.keys].join(' ');
      const sum = sums.get(key);
      if (!sum) sums.set(key, row);
      else sum.counts = sum.counts.map((count, place) => count + (row.counts[place] ?? 0));
    }
    if (ranges.length > 1) await pause(pauseMs);
  }
  await store.replaceTotals(db, step, { time, requests, rows: [...sums.values()] });
}
