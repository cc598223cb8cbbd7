import type { AppInList, AppListQuery, AppStats } from '@adwarden/contract/apps';
import type { Delivery } from '@adwarden/contract/delivery';
import { filledSlots } from '@adwarden/contract/findings/ad-unit-ids';
import type { DeliveredApp } from '@adwarden/contract/judge-delivery';
import { limits } from '@adwarden/contract/limits';
import { sortOf } from '@adwarden/contract/lists';
import { can } from '@adwarden/contract/people/abilities';
import {
  type AppListScope,
  countByStatus,
  type ListedApp,
  listApps,
  streamApps,
} from '../../../app-lists/apps.list.store.ts';
import type { Db } from '../../../db/schema.ts';
import { countUsers, findOwner } from '../../../edits/apps.store.ts';
import { adsRulesOf, codesIn, fieldsOf } from '../../../edits/apps.table.ts';
import type { Actor } from '../../../http/actor.ts';
import { AppError, notFound } from '../../../kit/app-error.ts';
import { isoTimeOrNull } from '../../../kit/clock.ts';
import { loginKey } from '../../../kit/ids.ts';
import { seenApps } from '../../../sight/apps.policy.ts';
import type { Reader } from '../../../sight/secrets.policy.ts';
import { mayListAppsOf } from '../apps.policy.ts';
import { presentApp } from '../apps.present.ts';
import { matchedFields } from './apps.list.matched.policy.ts';

/** The whole list in chunks, or a page of it with its totals. */
export type AppList =
  | { chunks: AsyncIterable<AppInList[]> }
  | { items: AppInList[]; total: number; page: number; pageSize: number };

export type AppsListService = ReturnType<typeof createAppsListService>;

export type AppsListDeps = {
  db: Db;
  /** Returns the requests of the last seven days, for those apps that have any. */
  requestsOf: (appIDs: string[]) => Promise<Map<string, { requests: number; on: number }>>;
  /** Says what phones get of some apps, in the same order. */
  deliveriesOf: (apps: DeliveredApp[]) => Promise<Delivery[]>;
  /** Tells whether a pause covers an app now. */
  isPaused: (app: Pick<ListedApp, 'appID' | 'accountKey' | 'ownerId'>) => boolean;
  /** Counts the open findings by rule, for the apps of this owner, or for all. */
  findingsByRule: (scope: AppListScope) => Promise<AppStats['findings']>;
  /** Returns the apps with open findings and most requests, of this owner or of all. */
  worstApps: (scope: AppListScope) => Promise<AppStats['worstApps']>;
};

/** Builds the lists of apps and the dashboards' counts. */
export function createAppsListService(deps: AppsListDeps) {
  const { db, requestsOf, deliveriesOf, isPaused, findingsByRule, worstApps } = deps;
  const present = (reader: Reader, row: ListedApp): AppInList => ({
    ...presentApp(reader, row),
    paused: isPaused(row),
    waiting: Boolean(row.waiting),
    scheduledAt: isoTimeOrNull(row.scheduledAt),
  });

  const delivered = (row: ListedApp) => ({
    appID: row.appID,
    rules: adsRulesOf(row, codesIn(row.countryCodes)),
    hasAdUnits: filledSlots(fieldsOf(row)).length > 0,
    isPaused: isPaused(row),
  });

  async function* presented(reader: Reader, scope: AppListScope): AsyncGenerator<AppInList[]> {
    for await (const rows of streamApps(db, scope)) yield rows.map((row) => present(reader, row));
  }

  /** Returns the whole list without parameters, otherwise one page (ADR 28 "Lists"). */
  async function list(
    reader: Reader,
    query: AppListQuery,
    scope: AppListScope = {},
  ): Promise<AppList> {
    if (Object.keys(query).length === 0) return { chunks: presented(reader, scope) };
    const { page = 0, pageSize = limits.pageSize, search, sort, with: more, ...filters } = query;
    const question = { page, pageSize, search, sort: sortOf(sort, '-createdAt'), filters };
    const { rows, total } = await listApps(db, question, scope);
    const deliveries = await deliveriesOf(rows.map(delivered));
    const items = rows.map((row, index) => ({
      ...present(reader, row),
      delivery: deliveries[index],
    }));
    if (search) for (const item of items) item.matched = matchedFields(item, search);
    if (more === 'usage') {
      const requests = await requestsOf(items.map(({ appID }) => appID));
      for (const item of items) {
        const { requests: all, on } = requests.get(item.appID) ?? { requests: 0, on: 0 };
        item.requests7d = all;
        item.withAds7d = on;
      }
    }
    return { items, total, page, pageSize };
  }

  return {
    all: (actor: Actor, query: AppListQuery): Promise<AppList> => list(actor, query),

    /** Lists the apps of the owner with this login id; 403 for another owner's, 404 for an unknown login id. */
    async ofOwner(actor: Actor, login: string, query: AppListQuery): Promise<AppList> {
      if (!mayListAppsOf(actor, login)) {
        throw new AppError('forbidden', 'You are not allowed to do this');
      }
      const owner = await findOwner(db, { userIDKey: loginKey(login) });
      if (!owner) throw notFound('User');
      return list(actor, query, { ownerId: owner.ownerId });
    },

    /** Counts for the dashboards. An owner gets the counts of their own apps, and no number of users. */
    async stats(actor: Actor): Promise<AppStats> {
      const scope = seenApps(actor);
      const [apps, findings, worst, users] = await Promise.all([
        countByStatus(db, scope),
        findingsByRule(scope),
        worstApps(scope),
        can(actor, 'see-all') ? countUsers(db).then((count) => ({ users: count })) : {},
      ]);
      return { ...apps, ...users, findings, worstApps: worst };
    },
  };
}
