import { limits } from '@adwarden/contract/limits';
import {
  type ComparedBy,
  type ComparedCount,
  comparedBy,
  comparedCounts,
  type TrafficComparison,
  type TrafficComparisonQuery,
  type TrafficDifference,
} from '@adwarden/contract/traffic/comparison';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { invalidField } from '../../kit/app-error.ts';
import { type Clock, dayMs, dayOf, isoTime } from '../../kit/clock.ts';
import { seenApps } from '../../sight/apps.policy.ts';
import { compare, type NamedDifference, planComparisons } from './traffic.comparing.service.ts';
import * as store from './traffic.comparison.store.ts';
import type { Difference } from './traffic.differences.ts';
import { mustBeKept } from './traffic.range.policy.ts';

export type TrafficComparisons = ReturnType<typeof createTrafficComparisons>;

type Question = TrafficComparisonQuery & { day: number };
type OwnersDays = { ownerId: string; day: number; days: number };
type Answer = Pick<TrafficComparison, 'weeks' | 'computedAt'> & {
  increases: NamedDifference[];
  decreases: NamedDifference[];
};

const answerName = (by: ComparedBy, of: ComparedCount) => `${by} ${of}`;

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

  /** Compares an owner's apps by app, account and country at once: who asks one of these mostly asks the others, too. */
  async function workOut({ ownerId, day, days }: OwnersDays): Promise<Map<string, Answer>> {
    const wanted = comparedCounts.map((of) => ({ days, of }));
    const plans = await planComparisons(db, day, wanted);
    const bys = comparedBy.filter((by) => by !== 'owner');
    const done = await compare(db, plans, { chunks: [{ ownerId }], bys, isOver: () => false });
    const computedAt = isoTime(clock());
    const answers = new Map<string, Answer>();
    for (const { plan, by, differences } of done?.found ?? []) {
      const named = (one: Difference): NamedDifference => {
        // `compare` below reads the present names of apps.
        const name = by === 'account' ? done?.accounts.get(one.key) : undefined;
        return { ...one, name: name ?? one.key };
      };
      answers.set(answerName(by, plan.of), {
        ...{ weeks: plan.compared.weeks.length, computedAt },
        increases: differences.increases.map(named),
        decreases: differences.decreases.map(named),
      });
    }
    return answers;
  }

  const { owners, seconds } = limits.traffic.keptComparisons;
  const ofOwners = new LRUCache<string, Map<string, Answer>, OwnersDays>({
    // With resolution 0 the clock is read each time; otherwise for 1 ms the time that was read last is used.
    ...{ max: owners, ttl: seconds * 1000, ttlResolution: 0, perf: { now: clock } },
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => workOut(context),
  });

  /** The apps of an owner, worked out at most a minute ago. */
  async function ofOwner({ day, days, by, of }: Question, ownerId: string): Promise<Answer> {
    const context = { ownerId, day, days };
    const answers = await ofOwners.forceFetch(JSON.stringify(context), { context });
    return answers.get(answerName(by, of)) as Answer;
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
      const names = isNamed ? await store.namesOf(db, by, keys, ownerId) : null;
      // An app may have another owner since the differences were worked out.
      const isSeen = ({ key }: NamedDifference) =>
        ownerId === undefined || names === null || names.has(key);
      const present = ({ key, name, requests, usual }: NamedDifference): TrafficDifference => ({
        ...{ key, name: names?.get(key) ?? name, requests, usual },
        isGone: names !== null && !names.has(key),
      });
      return {
        from: isoTime(day - (days - 1) * dayMs).slice(0, 10),
        to: isoTime(day).slice(0, 10),
        ...{ by, of, weeks: answer.weeks, computedAt: answer.computedAt },
        increases: increases.filter(isSeen).map(present),
        decreases: decreases.filter(isSeen).map(present),
      };
    },
  };
}
