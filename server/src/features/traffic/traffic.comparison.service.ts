import { limits } from '@adwarden/contract/limits';
import { forAdministrators } from '@adwarden/contract/people/app-fields';
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
import {
  appsAtOnce,
  compare,
  type NamedDifference,
  planComparisons,
} from './traffic.comparing.service.ts';
import * as store from './traffic.comparison.store.ts';
import type { Difference } from './traffic.differences.ts';
import { mustBeKept } from './traffic.range.policy.ts';

export type TrafficComparisons = ReturnType<typeof createTrafficComparisons>;

type Question = TrafficComparisonQuery & { day: number };
/** The apps that are compared for a question: those of an owner, of an account, or of an owner in an account. */
type Scope = { ownerId?: string | undefined; account?: string | undefined };
type ScopeDays = Scope & { day: number; days: number };
type Answer = Pick<TrafficComparison, 'weeks' | 'computedAt'> & {
  /** The requests of all apps of a scope. */
  whole: Pick<TrafficDifference, 'requests' | 'usual'>;
  accountName?: string | undefined;
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
  /** The number of days for which counts are kept. */
  trafficDays: number;
}) {
  /** Returns the day of a question; refuses (400) one that is not over or no longer kept. */
  function dayOfQuestion(given: number | undefined): number {
    const now = clock();
    const yesterday = dayOf(now) - dayMs;
    const day = given ?? yesterday;
    if (day > yesterday) throw invalidField('day', 'day must be a day that is over, in UTC');
    mustBeKept('day', day, { step: 'day', now, trafficDays });
    return day;
  }

  /** Returns the stored comparison of all apps. */
  async function ofAll(question: Question): Promise<Answer> {
    const found = await store.findComparison(db, question);
    const whole = { requests: 0, usual: 0 };
    if (!found) return { weeks: 0, increases: [], decreases: [], computedAt: null, whole };
    const { weeks, differences, at } = found;
    return { weeks, ...JSON.parse(differences), computedAt: isoTime(at), whole };
  }

  /** Returns the apps of a scope, in chunks. */
  async function chunksOf({ ownerId, account }: Scope): Promise<store.Apps[]> {
    if (account === undefined) return ownerId === undefined ? [] : [{ ownerId }];
    const appIDs = await store.appsOfAccount(db, account, ownerId);
    return Array.from({ length: Math.ceil(appIDs.length / appsAtOnce) }, (_, place) => ({
      appIDs: appIDs.slice(place * appsAtOnce, (place + 1) * appsAtOnce),
    }));
  }

  /** Compares the apps of a scope by everything at once: a person who asks for one of these mostly asks for the others, too. */
  async function workOut({ day, days, ...scope }: ScopeDays): Promise<Map<string, Answer>> {
    const wanted = comparedCounts.map((of) => ({ days, of }));
    const plans = await planComparisons(db, day, wanted);
    const chunks = await chunksOf(scope);
    const done = await compare(db, plans, { chunks, bys: comparedBy, isOver: () => false });
    const computedAt = isoTime(clock());
    const answers = new Map<string, Answer>();
    for (const { plan, by, differences } of done?.found ?? []) {
      const { now: requests, before } = done?.whole[plans.indexOf(plan)] ?? { now: 0, before: 0 };
      const weeks = plan.compared.weeks.length;
      const withName = (one: Difference): NamedDifference => {
        // `compare` below reads the present names of apps.
        const name = by === 'account' ? done?.accounts.get(one.key) : undefined;
        return { ...one, name: name ?? one.key };
      };
      answers.set(answerName(by, plan.of), {
        weeks,
        computedAt,
        accountName: done?.accounts.values().next().value,
        whole: { requests, usual: weeks === 0 ? 0 : Math.round(before / weeks) },
        increases: differences.increases.map(withName),
        decreases: differences.decreases.map(withName),
      });
    }
    return answers;
  }

  const { most, seconds } = limits.traffic.keptComparisons;
  const ofScopes = new LRUCache<string, Map<string, Answer>, ScopeDays>({
    // With `ttlResolution` 0 the cache reads the clock each time; otherwise it reuses the last time for 1 ms.
    max: most,
    ttl: seconds * 1000,
    ttlResolution: 0,
    perf: { now: clock },
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => workOut(context),
  });

  /** Returns the comparison of the apps of a scope, at most a minute old. */
  async function ofScope({ day, days, by, of }: Question, scope: Scope): Promise<Answer> {
    const context = { ...scope, day, days };
    const answers = await ofScopes.forceFetch(JSON.stringify(context), { context });
    return answers.get(answerName(by, of)) as Answer;
  }

  /** Names the owner and the account of a question; refuses (400) an unknown owner. */
  async function nameOf({ owner, account }: Question, { accountName }: Answer): Promise<string> {
    if (owner === undefined) return accountName ?? account ?? '';
    const name = (await store.namesOf(db, 'owner', [owner])).get(owner);
    if (name === undefined) throw invalidField('owner', 'There is no owner with this id');
    return account === undefined ? name : `${name}, ${accountName ?? account}`;
  }

  return {
    /** Returns the largest differences: of all apps for an administrator, of their present apps for an owner. */
    async compare(actor: Actor, query: TrafficComparisonQuery): Promise<TrafficComparison> {
      const { ownerId: own } = seenApps(actor);
      const { days, by, of, owner, account } = query;
      if (own !== undefined && by === 'owner') {
        throw invalidField('by', forAdministrators('by=owner'));
      }
      if (own !== undefined && owner !== undefined) {
        throw invalidField('owner', forAdministrators('owner'));
      }
      const ownerId = own ?? owner;
      const day = dayOfQuestion(query.day);
      const question = { ...query, day };
      const isWhole = ownerId === undefined && account === undefined;
      const answer = await (isWhole ? ofAll(question) : ofScope(question, { ownerId, account }));
      const isPart = owner !== undefined || account !== undefined;
      const only = isPart ? { name: await nameOf(question, answer), ...answer.whole } : null;
      const { increases, decreases } = answer;
      const keys = [...increases, ...decreases].map(({ key }) => key);
      const isNamed = by === 'app' || by === 'owner';
      const names = isNamed ? await store.namesOf(db, by, keys, ownerId) : null;
      // The owner of an app may have changed since the comparison.
      const isSeen = ({ key }: NamedDifference) =>
        ownerId === undefined || names === null || names.has(key);
      const present = ({ key, name, requests, usual }: NamedDifference): TrafficDifference => ({
        key,
        name: names?.get(key) ?? name,
        requests,
        usual,
        isGone: names !== null && !names.has(key),
      });
      return {
        from: isoTime(day - (days - 1) * dayMs).slice(0, 10),
        to: isoTime(day).slice(0, 10),
        by,
        of,
        weeks: answer.weeks,
        computedAt: answer.computedAt,
        only,
        increases: increases.filter(isSeen).map(present),
        decreases: decreases.filter(isSeen).map(present),
      };
    },
  };
}
