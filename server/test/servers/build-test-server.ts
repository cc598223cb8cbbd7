import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject as provided } from 'vitest';
import { createLogger, type Logger } from '../../src/kit/logger.ts';
import { readSettings } from '../../src/settings.ts';
import { createPostgresDatabase } from '../databases/postgres-database.ts';
import { callsOf, metricsToken } from './calls.ts';
import { type JoinedOptions, joinOfficeAndAds } from './joined.ts';
import { templateOf } from './resources.ts';
import { accountSettings, copyFolder, folderOfNoPages, secretKey } from './template.ts';

export type TestServer = Awaited<ReturnType<typeof buildTestServer>>;

declare module 'vitest' {
  export interface ProvidedContext {
    /** The kind of database of the test servers in this project (vitest.config.ts). */
    database: 'sqlite' | 'postgres';
  }
}

export { adminEmail, adminPassword } from './calls.ts';

/** Settings of a server that does not start from the template: it makes its own accounts, or uses others' data. */
const ofAnotherStart = ['DATA_DIR', 'DATABASE_URL', 'ADMIN_EMAIL', 'ADMIN_PASSWORD', 'SECRET_KEY'];

/**
 * Builds the whole product on a new database of its own, called without a socket; `close` removes everything. `database` is
 * the kind of database; by default it is the one of the vitest project.
 *
 *     const server = await buildTestServer({ SHOW_PASSWORDS: 'off' }); // settings, as in the environment
 *     const as = await server.signInAdmin();
 *     const answer = await server.call('addApp', { as, body: sampleAppForm() });
 *     expect(answer.status, answer.text).toBe(200);
 *     await server.close(); // in afterAll
 */
export async function buildTestServer(
  environment: Record<string, string> = {},
  {
    webFolder = folderOfNoPages,
    logger = createLogger('silent'),
    database = provided('database'),
    withOwners = false,
    ...more
  }: {
    webFolder?: string;
    logger?: Logger;
    database?: 'sqlite' | 'postgres';
    /** Start with two owners, and three people signed in (`tokens`). */
    withOwners?: boolean;
  } & JoinedOptions = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-test-'));
  const isOther = ofAnotherStart.some((name) => environment[name] !== undefined);
  const template = isOther ? undefined : await templateOf(database);
  const start = template?.[withOwners ? 'owners' : 'first'];
  if (start) copyFolder(start, dataDir);
  const needsPostgres = database === 'postgres' && environment.DATABASE_URL === undefined;
  const postgres = needsPostgres ? await createPostgresDatabase(start?.database) : undefined;
  const place: Record<string, string> = {
    DATA_DIR: dataDir,
    ...(postgres && { DATABASE_URL: postgres.url, DATABASE_POOL: '5', SECRET_KEY: secretKey }),
  };
  const settings = readSettings({
    ...place,
    ...accountSettings,
    METRICS_TOKEN: metricsToken,
    ...environment,
  });
  const adwarden = await joinOfficeAndAds(settings, logger, { webFolder, ...more });
  const { server } = adwarden;
  await server.ready();
  // The sign-ins of the template may be so long ago that some writes would ask again who somebody is (ADR 136).
  if (withOwners) {
    await adwarden.db.updateTable('session').set({ confirmedAt: Date.now() }).execute();
  }

  return {
    ...adwarden,
    dataDir,
    /** The settings with which another process or server uses the same database. */
    place,
    /** The people who are signed in when the server starts with owners. */
    tokens: withOwners ? template?.tokens : undefined,
    ...callsOf(server),
    async close() {
      await adwarden.stop();
      await postgres?.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
