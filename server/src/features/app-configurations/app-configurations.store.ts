import type { AppConfigurationTable, Db } from '../../db/schema.ts';

/** A configuration, with the facts of the app that its list shows. */
export type ConfiguredAppRow = AppConfigurationTable & AppFacts;

/** The facts of an app that the lists of configured and remaining apps show. */
export type AppFacts = {
  appID: string;
  appName: string;
  accountName: string;
  packageName: string;
  iconHash: string;
  ipAddress: string;
  authToken: string;
};

/** Selects apps with their current token. */
function appFacts(db: Db) {
  return db
    .selectFrom('app')
    .innerJoin('app_token', (join) =>
      join.onRef('app_token.appID', '=', 'app.appID').on('app_token.until', 'is', null),
    )
    .select([
      'app.appID',
      'app.appName',
      'app.accountName',
      'app.packageName',
      'app.iconHash',
      'app.ipAddress',
      'app_token.token as authToken',
    ]);
}

/** Returns the configured app, or undefined when there is no such configuration. */
export function findConfiguredApp(db: Db, appID: string): Promise<ConfiguredAppRow | undefined> {
  return appFacts(db)
    .innerJoin('app_configuration', 'app_configuration.appID', 'app.appID')
    .select([
      'app_configuration.country',
      'app_configuration.countryCodes',
      'app_configuration.createdAt',
      'app_configuration.version',
    ])
    .where('app.appID', '=', appID)
    .executeTakeFirst();
}

export async function hasApp(db: Db, appID: string): Promise<boolean> {
  const row = await db
    .selectFrom('app')
    .select('appID')
    .where('appID', '=', appID)
    .executeTakeFirst();
  return row !== undefined;
}
