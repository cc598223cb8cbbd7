import type {
  TrafficComparison,
  TrafficComparisonQuery,
  TrafficDifference,
} from '@adwarden/contract/traffic/comparison';
import type { Db } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { invalidField } from '../../kit/app-error.ts';
import { type Clock, dayMs, dayOf, isoTime } from '../../kit/clock.ts';
import { seenApps } from '../../sight/apps.policy.ts';
import {
  compare,
  type NamedDifference,
  namesFor,
  planComparisons,
} from './traffic.comparing.service.ts';
import * as store from './traffic.comparison.store.ts';
import { mustBeKept } from './traffic.range.policy.ts';

export type TrafficComparisons = ReturnType<typeof createTrafficComparisons>;

type Question = TrafficComparisonQuery & { day: number };
type Answer = Pick<TrafficComparison, 'weeks' | 'computedAt'> & {
  increases: NamedDifference[];
  decreases: NamedDifference[];
};

/** Builds the service that compares days with the same weekdays before (ADR 56). */
export function createTrafficComparisons({
  db,
  clock,
  trafficDays,
}: {
  db: Db;
  clock: Clock;
  /** For how many days counts are kept. */
  trafficDays: number;
}) {
  /** The day of a question; refuses (400) one that is not over or not kept. */
  function dayOfQuestion(given: number | undefined): number {
    const now = clock();
    const yesterday = dayOf(now) - dayMs;
    const day = given ?? yesterday;
    if (day > yesterday) throw invalidField('day', 'day must be a day that is over, in UTC');
    mustBeKept('day', day, { step: 'day', now, trafficDays });
    return day;
  }

  /** All apps, as it was worked out before. */
  async function ofAll(question: Question): Promise<Answer> {
    const found = await store.findComparison(db, question);
    if (!found) return { weeks: 0, increases: [], decreases: [], computedAt: null };
    const { weeks, differences, at } = found;
    return { weeks, ...JSON.parse(differences), computedAt: isoTime(at) };
  }

  /** The apps of an owner, worked out now. */
  async function ofOwner({ day, days, by, of }: Question, ownerId: string): Promise<Answer> {
    const plans = await planComparisons(db, day, [{ days, of }]);
    const whole = { chunks: [{ ownerId }], bys: [by], isOver: () => false };
    const done = await compare(db, plans, whole);
    const weeks = plans[0]?.compared.weeks.length ?? 0;
    const { increases = [], decreases = [] } = done?.found[0]?.differences ?? {};
    const nameOf = await namesFor(db, by, { increases, decreases }, done?.accounts ?? new Map());
    const named = <D extends { key: string }>(one: D) => ({ ...one, name: nameOf(one.key) });
    return {
      ...{ weeks, computedAt: isoTime(clock()) },
      increases: increases.map(named),
      decreases: decreases.map(named),
    };
  }

  return {
    /** The largest differences: of all apps for an administrator, of an owner's own apps now. */
    async compare(actor: Actor, query: TrafficComparisonQuery): Promise<TrafficComparison> {
      const { ownerId } = seenApps(actor);
      const { days, by, of } = query;
      if (ownerId !== undefined && by === 'owner') {
        throw invalidField('by', 'by=owner is for administrators only');
      }
      const day = dayOfQuestion(query.day);
      const question = { ...query, day };
      const answer = await (ownerId === undefined ? ofAll(question) : ofOwner(question, ownerId));
      const { increases, decreases } = answer;
      const keys = [...increases, ...decreases].map(({ key }) => key);
      const isNamed = by === 'app' || by === 'owner';
      const names = isNamed ? await store.namesOf(db, by, keys) : null;
      const present = ({ key, name, requests, usual }: NamedDifference): TrafficDifference => ({
        ...{ key, name: names?.get(key) ?? name, requests, usual },
        isGone: names !== null && !names.has(key),
      });
      return {
        from: isoTime(day - (days - 1) * dayMs).slice(0, 10),
        to: isoTime(day).slice(0, 10),
        ...{ by, of, weeks: answer.weeks, computedAt: answer.computedAt },
        increases: increases.map(present),
        decreases: decreases.map(present),
      };
    },
  };
}
