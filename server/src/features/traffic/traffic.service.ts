import type { Traffic, TrafficQuery } from '@adwarden/contract/traffic/traffic';
import { allApps, unknownApps } from '../../db/schema.requests.ts';
import type { Db } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { notFound } from '../../kit/app-error.ts';
import { type Clock, isoTime } from '../../kit/clock.ts';
import { seenApps, seesApp } from '../../sight/apps.policy.ts';
import { type Explained, readMarks } from './traffic.marks.service.ts';
import { presentSteps } from './traffic.present.ts';
import { rangeOf } from './traffic.range.policy.ts';
import { countedSteps, findApp, type Whose } from './traffic.store.ts';

export type TrafficService = ReturnType<typeof createTraffic>;

/** Builds the service that counts requests by outcome, and says what may explain the counts (ADR 56). */
export function createTraffic({
  db,
  clock,
  trafficDays,
}: {
  db: Db;
  clock: Clock;
  /** The number of days for which counts are kept. */
  trafficDays: number;
}) {
  async function read(
    actor: Actor,
    query: TrafficQuery,
    whose: Whose,
    explained: Explained,
  ): Promise<Traffic> {
    const now = clock();
    const range = rangeOf(query, { now, trafficDays });
    const { step, times, weekBefore, end } = range;
    const [from = end] = times;
    const asked = [...new Set([...times, ...weekBefore])];
    const [rows, marks] = await Promise.all([
      countedSteps(db, step, whose, asked),
      readMarks(db, actor, explained, { from, end }),
    ]);
    return {
      step,
      ...presentSteps(range, rows, query.country),
      ...marks,
      keptFrom: isoTime(range.keptFrom),
      asOf: isoTime(now),
    };
  }

  async function ofUnknown(query: TrafficQuery): Promise<number> {
    const { step, times } = rangeOf(query, { now: clock(), trafficDays });
    const rows = await countedSteps(db, step, unknownApps, times);
    return rows.reduce((sum, { wrongToken }) => sum + wrongToken, 0);
  }

  return {
    /**
     * Returns the traffic of all apps for an administrator, also deleted ones; for an owner, that of the apps that they had when
     * a step was over.
     */
    async ofAll(actor: Actor, query: TrafficQuery): Promise<Traffic> {
      const { ownerId } = seenApps(actor);
      if (ownerId !== undefined) return read(actor, query, { ownerId }, { ownerId });
      const [all, unknown] = await Promise.all([
        read(actor, query, allApps, 'all'),
        ofUnknown(query),
      ]);
      return { ...all, unknownApps: unknown };
    },

    /** Returns the traffic of one app; 404 when it does not exist or belongs to somebody else. */
    async ofApp(actor: Actor, appID: string, query: TrafficQuery): Promise<Traffic> {
      const app = await findApp(db, appID);
      if (!app || !seesApp(actor, app)) throw notFound('Application');
      return read(actor, query, appID, { appID, ...app });
    },
  };
}
