import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf, type RouteName, routes } from '@adwarden/contract/routes';
import type { InjectOptions } from 'fastify';
import { inject as provided } from 'vitest';
import { compose } from '../src/composition/compose.ts';
import { createLogger, type Logger } from '../src/kit/logger.ts';
import { readSettings } from '../src/settings.ts';
import { createPostgresDatabase } from './postgres-database.ts';

export const adminEmail = 'admin@example.com';
export const adminPassword = 'harbour-lights-9';

/** What a test sends with a call; `as` is a bearer token, `id` goes into the path. */
export type Call = {
  as?: string | undefined;
  id?: string | number;
  body?: unknown;
  query?: Record<string, string | number>;
  headers?: Record<string, string>;
};

export type TestServer = Awaited<ReturnType<typeof buildTestServer>>;

declare module 'vitest' {
  export interface ProvidedContext {
    /** Which database test servers have in this project (vitest.config.ts). */
    database: 'sqlite' | 'postgres';
  }
}

const secretKey = Buffer.alloc(32, 'test').toString('base64');

/**
 * The whole product on a new database of its own, called without a socket; `close` removes everything. `database` is
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
    webFolder = join(tmpdir(), 'no-web-app-here'),
    logger = createLogger('silent'),
    database = provided('database'),
    ...more
  }: {
    webFolder?: string;
    logger?: Logger;
    database?: 'sqlite' | 'postgres';
  } & NonNullable<Parameters<typeof compose>[2]> = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-test-'));
  const needsPostgres = database === 'postgres' && environment.DATABASE_URL === undefined;
  const postgres = needsPostgres ? await createPostgresDatabase() : undefined;
  const place: Record<string, string> = {
    DATA_DIR: dataDir,
    ...(postgres && { DATABASE_URL: postgres.url, DATABASE_POOL: '5', SECRET_KEY: secretKey }),
  };
  const settings = readSettings({
    ...place,
    ADMIN_EMAIL: adminEmail,
    ADMIN_PASSWORD: adminPassword,
    PORT: '0',
    ...environment,
  });
  const adwarden = await compose(settings, logger, { webFolder, ...more });
  const { server } = adwarden;
  await server.ready();

  /** Sends any request and answers its status, headers and JSON. */
  async function inject(options: InjectOptions) {
    const response = await server.inject(options);
    const isJson = String(response.headers['content-type']).includes('application/json');
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: isJson ? response.json() : null,
    };
  }

  /** Calls a route of the contract. */
  function call(name: RouteName, { as, id, body, query, headers }: Call = {}) {
    return inject({
      method: routes[name].method,
      url: pathOf(name, id),
      ...(query && { query: query as Record<string, string> }),
      ...(body !== undefined && { payload: body as object }),
      headers: { ...(as && { authorization: `Bearer ${as}` }), ...headers },
    });
  }

  async function signIn(
    name: 'adminSignIn' | 'userSignIn',
    body: Record<string, string>,
  ): Promise<string> {
    const answer = await call(name, { body });
    if (answer.status !== 200) throw new Error(`sign-in failed: ${answer.text}`);
    return answer.body.token;
  }

  return {
    ...adwarden,
    dataDir,
    /** The settings with which another process or server uses the same database. */
    place,
    inject,
    call,
    signInAdmin: () => signIn('adminSignIn', { email: adminEmail, password: adminPassword }),
    signInUser: (userID: string, password: string) => signIn('userSignIn', { userID, password }),
    async close() {
      await adwarden.stop();
      await postgres?.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
