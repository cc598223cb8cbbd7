import type { CountedFilter, FilterValue } from '@adwarden/contract/filter-values';
import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { matchingConditions, states, traffics } from '../../../app-lists/apps.list.ids.store.ts';
import type { AppListQuestion, AppListScope } from '../../../app-lists/apps.list.table.ts';
import type { Db, Schema } from '../../../db/schema.ts';
import { textHolds, usersHolding } from '../../../db/text-search.ts';

/** The field whose values are counted; only values whose label contains `label`. */
export type ValuesQuestion = Pick<AppListQuestion, 'search' | 'filters'> & {
  field: CountedFilter;
  find?: string | undefined;
};

type Builder = ExpressionBuilder<Schema, 'app_list'>;
type Values = FilterValue[];

/**
 * Returns the values of a field that the matching apps have, each with its number of apps, those of most apps first; at most
 * `most`. Each field is one scan of the narrow table `app_list`, or of one of its indexes.
 */
export async function valuesOf(
  db: Db,
  { field, find, ...question }: ValuesQuestion,
  scope: AppListScope,
  most: number,
): Promise<Values> {
  const conditions = await matchingConditions(db, question, scope);
  const apps = db.selectFrom('app_list').where((eb) => eb.and(conditions(eb)));

  const howMany = (isTrue: Expression<SqlBool>) =>
    sql<number | null>`cast(sum(case when ${isTrue} then 1 else 0 end) as bigint)`;

  /** Counts the apps for which a condition is true, and those for which it is not. */
  async function split(isTrue: (eb: Builder) => Expression<SqlBool>) {
    const { total, are } = await apps
      .select((eb) => [eb.fn.countAll<number>().as('total'), howMany(isTrue(eb)).as('are')])
      .executeTakeFirstOrThrow();
    return { are: are ?? 0, areNot: total - (are ?? 0) };
  }

  switch (field) {
    case 'paused':
    case 'scheduled': {
      const { are, areNot } = await split((eb) => states[field](db, eb, scope));
      return counted({ yes: are, no: areNot });
    }
    case 'owner': {
      const { are, areNot } = await split((eb) => eb('app_list.ownerId', 'is not', null));
      return counted({ any: are, none: areNot });
    }
    case 'traffic': {
      const { total, any, withoutAds } = await apps
        .select((eb) => [
          eb.fn.countAll<number>().as('total'),
          howMany(traffics.any(db, eb)).as('any'),
          howMany(traffics['without-ads'](db, eb)).as('withoutAds'),
        ])
        .executeTakeFirstOrThrow();
      return counted({
        any: any ?? 0,
        'without-ads': withoutAds ?? 0,
        none: total - (any ?? 0),
      });
    }
    case 'appStatus':
    case 'adsStatus':
    case 'ipAddress':
    case 'visibleExtra': {
      const column = `app_list.${field}` as const;
      const rows = await apps
        .select((eb) => [eb.ref(column).as('value'), eb.fn.countAll<number>().as('apps')])
        .groupBy(column)
        .orderBy('apps', 'desc')
        .orderBy(column)
        .execute();
      return rows.map(({ value, apps: count }) => ({ value, label: value, apps: count }));
    }
    case 'account': {
      // The query has two steps, so that only different spellings are folded.
      const spelled = apps
        .select((eb) => [
          'app_list.accountKey',
          eb.fn.countAll<number>().as('apps'),
          eb.fn.min('app_list.appID').as('appID'),
        ])
        .where('app_list.accountKey', '<>', '')
        .groupBy('app_list.accountKey');
      const key = sql<string>`adwarden_fold(${sql.ref('spelled.accountKey')})`;
      const accounts = db
        .selectFrom(spelled.as('spelled'))
        .select((eb) => [
          sql<number>`cast(sum(${sql.ref('spelled.apps')}) as bigint)`.as('apps'),
          eb.fn.min('spelled.appID').as('appID'),
          key.as('key'),
        ])
        .$if(find !== undefined, (query) =>
          query.where(textHolds(db, sql.ref('spelled.accountKey'), find ?? '')),
        )
        .groupBy(key)
        .orderBy('apps', 'desc')
        .orderBy('key')
        .limit(most);
      const rows = await db
        .selectFrom(accounts.as('account'))
        .innerJoin('app', 'app.appID', 'account.appID')
        .select(['app.accountName', 'account.apps'])
        .orderBy('account.apps', 'desc')
        .orderBy('account.key')
        .execute();
      return rows.map(({ accountName, apps: count }) => ({
        value: accountName,
        label: accountName,
        apps: count,
      }));
    }
    case 'userID': {
      const owners = apps
        .select((eb) => ['app_list.ownerId', eb.fn.countAll<number>().as('apps')])
        .where('app_list.ownerId', 'is not', null)
        .$if(find !== undefined, (query) =>
          query.where('app_list.ownerId', 'in', usersHolding(db, find ?? '', ['fullName'])),
        )
        .groupBy('app_list.ownerId');
      return db
        .selectFrom(owners.as('owner'))
        .innerJoin('app_user', 'app_user.id', 'owner.ownerId')
        .select(['app_user.userID as value', 'app_user.fullName as label', 'owner.apps'])
        .orderBy('owner.apps', 'desc')
        .orderBy('app_user.fullName')
        .orderBy('app_user.id')
        .limit(most)
        .execute();
    }
    case 'finding':
      return findingsOf(db, conditions);
    default:
      return field satisfies never;
  }
}

/** Returns the values that the contract names, without those that no app has. */
const counted = (apps: Record<string, number>): Values =>
  Object.entries(apps).flatMap(([value, count]) =>
    count > 0 ? [{ value, label: value, apps: count }] : [],
  );

/** Counts the matching apps with open findings by rule, and `any` for all rules together. */
async function findingsOf(
  db: Db,
  conditions: (eb: Builder) => Expression<SqlBool>[],
): Promise<Values> {
  const isNarrowed = conditions(expressionBuilder<Schema, 'app_list'>()).length > 0;
  const found = db
    .selectFrom('finding')
    .where('finding.mutedAt', 'is', null)
    // Findings without an app are about the installation.
    .where('finding.appID', '<>', '')
    .$if(isNarrowed, (query) =>
      query.where('finding.appID', 'in', (eb) =>
        eb
          .selectFrom('app_list')
          .select('app_list.appID')
          .where((of) => of.and(conditions(of))),
      ),
    );
  const apps = sql<number>`count(distinct ${sql.ref('finding.appID')})`.as('apps');
  const [rows, { apps: any }] = await Promise.all([
    found
      .select(['finding.rule as value', apps])
      .groupBy('finding.rule')
      .orderBy('apps', 'desc')
      .orderBy('finding.rule')
      .execute(),
    found.select(apps).executeTakeFirstOrThrow(),
  ]);
  const rules = rows.map(({ value, apps: count }) => [value, count] as const);
  return counted({ any, ...Object.fromEntries(rules) });
}
