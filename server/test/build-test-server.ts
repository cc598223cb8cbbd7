import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf, type RouteName, routes } from '@adwarden/contract/routes';
import type { InjectOptions } from 'fastify';
import { compose } from '../src/composition.ts';
import { createLogger, type Logger } from '../src/kit/logger.ts';
import { readSettings } from '../src/settings.ts';

export const adminEmail = 'admin@example.com';
export const adminPassword = 'harbour-lights-9';

/** What a test says of one call; `as` is a bearer token, `id` goes into the path. */
export type Call = {
  as?: string | undefined;
  id?: string | number;
  body?: unknown;
  query?: Record<string, string | number>;
  headers?: Record<string, string>;
};

export type TestServer = Awaited<ReturnType<typeof buildTestServer>>;

/** The whole product on a fresh database of its own, called without a socket; `close` removes it again. */
export async function buildTestServer(
  environment: Record<string, string> = {},
  {
    webFolder = join(tmpdir(), 'no-web-app-here'),
    logger = createLogger('silent'),
  }: { webFolder?: string; logger?: Logger } = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-test-'));
  const settings = readSettings({
    DATA_DIR: dataDir,
    ADMIN_EMAIL: adminEmail,
    ADMIN_PASSWORD: adminPassword,
    PORT: '0',
    ...environment,
  });
  const adwarden = await compose(settings, logger, { webFolder });
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
    inject,
    call,
    signInAdmin: () => signIn('adminSignIn', { email: adminEmail, password: adminPassword }),
    signInUser: (userID: string, password: string) => signIn('userSignIn', { userID, password }),
    async close() {
      await adwarden.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
