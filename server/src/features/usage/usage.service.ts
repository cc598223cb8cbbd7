import { limits } from '@adwarden/contract/limits';
import type { AppUsage, Usage } from '@adwarden/contract/usage';
import { allApps, unknownApps } from '../../db/schema.requests.ts';
import type { Db } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { notFound } from '../../kit/app-error.ts';
import { type Clock, lastDays } from '../../kit/clock.ts';
import { seenApps, seesApp } from '../../sight/apps.policy.ts';
import { presentDays } from './usage.present.ts';
import * as store from './usage.store.ts';
import { listDays } from './usage.table.ts';

export type UsageService = ReturnType<typeof createUsage>;

const { topApps } = limits.usage;
/** Milliseconds for which the list of apps with most requests is cached: making it reads every row of the days. */
const rememberMs = 60_000;

/** Builds the service that returns the number of ads requests by app (ADR 8). Days are UTC and end with today. */
export function createUsage({ db, clock }: { db: Db; clock: Clock }) {
  /** The cached lists by the number of days. All calls in the meantime share one promise. */
  const remembered = new Map<number, { at: number; top: Promise<store.AskedApp[]> }>();

  function mostAskedOfAll(days: number[]): Promise<store.AskedApp[]> {
    const known = remembered.get(days.length);
    const at = clock();
    if (known && Math.abs(at - known.at) < rememberMs) return known.top;
    const top = store.mostAskedOfAll(db, days, topApps);
    remembered.set(days.length, { at, top });
    top.catch(() => remembered.delete(days.length));
    return top;
  }

  /** Adds the present names of apps; deleted apps are left out. */
  async function withNames(apps: store.AskedApp[]): Promise<Usage['topApps']> {
    const names = await store.namesOf(
      db,
      apps.map(({ appID }) => appID),
    );
    return apps.flatMap(({ appID, requests }) => {
      const appName = names.get(appID);
      return appName === undefined ? [] : [{ appID, appName, requests }];
    });
  }

  async function ofAll(days: number[]): Promise<Usage> {
    const [rows, unknown, most] = await Promise.all([
      store.usageByDay(db, allApps, days),
      store.usageByDay(db, unknownApps, days),
      mostAskedOfAll(days),
    ]);
    const refusals = unknown.reduce((sum, { wrongToken }) => sum + wrongToken, 0);
    return { ...presentDays(days, rows), unknownApps: refusals, topApps: await withNames(most) };
  }

  async function ofOwner(ownerId: string, days: number[]): Promise<Usage> {
    const [rows, most] = await Promise.all([
      store.usageByDay(db, { ownerId }, days),
      store.mostAskedOf(db, ownerId, days, topApps),
    ]);
    return { ...presentDays(days, rows), topApps: await withNames(most) };
  }

  return {
    /** Returns the usage of all apps for an administrator, of their own apps for an owner. */
    overview: (actor: Actor, count: number): Promise<Usage> => {
      const days = lastDays(clock(), count);
      const { ownerId } = seenApps(actor);
      return ownerId === undefined ? ofAll(days) : ofOwner(ownerId, days);
    },

    /** Returns the usage of one app; 404 when it does not exist or belongs to somebody else. */
    async ofApp(actor: Actor, appID: string, count: number): Promise<AppUsage> {
      const ownerId = await store.ownerOf(db, appID);
      if (ownerId === undefined || !seesApp(actor, { ownerId })) throw notFound('Application');
      const days = lastDays(clock(), count);
      const [rows, countries] = await Promise.all([
        store.usageByDay(db, appID, days),
        store.usageByCountry(db, appID, days),
      ]);
      const known = countries.filter(({ country }) => country !== '');
      return { appID, ...presentDays(days, rows), countries: known };
    },

    /** Returns the requests of the last seven days for an app by country, '' where it was not known. */
    requestsByCountry: (appID: string) =>
      store.usageByCountry(db, appID, lastDays(clock(), listDays)),

    /** Returns the same for several apps; those without requests are left out. */
    requestsByCountryOf: (appIDs: string[]) =>
      store.requestsByCountryOf(db, appIDs, lastDays(clock(), listDays)),

    /** Returns the requests of the last seven days by app, and those with ads on, for a page of an application list. */
    requestsOf: (appIDs: string[]) => store.requestsOf(db, appIDs, lastDays(clock(), listDays)),
  };
}
