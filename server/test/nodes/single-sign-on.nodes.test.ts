import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { singleSignOnPath } from '@adwarden/contract/single-sign-on/single-sign-on-path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProvider, type TestProvider } from '../../../deploy/programs/oidc-provider.ts';
import { type Postgres, startPostgres } from '../../../deploy/programs/postgres.ts';
import { hasPostgres } from '../databases/postgres-database.ts';
import {
  adminEmail,
  adminPassword,
  buildTestServer,
  type TestServer,
} from '../servers/build-test-server.ts';
import { askingNode, makeDue, signInAtProvider } from '../servers/single-sign-on.ts';

/* Single sign-on with two offices behind one address, on one PostgreSQL (ADR 142). */

describe.skipIf(!hasPostgres())('two offices behind one address', () => {
  let postgres: Postgres;
  let provider: TestProvider;
  let environment: Record<string, string> = {};
  let nodes: TestServer[] = [];
  const folders: string[] = [];

  beforeAll(async () => {
    postgres = await startPostgres();
    provider = await startProvider(`http://127.0.0.1:9${singleSignOnPath}`);
    const there = (login: string) => ({
      userinfo: { email: `${login}@harbour.example`, email_verified: true },
    });
    const logins = ['nia', ...Array.from({ length: 8 }, (_, place) => `person-${place}`)];
    await provider.control({
      people: Object.fromEntries(logins.map((login) => [login, there(login)])),
      offers: { refresh: true, spends: true },
    });
    environment = {
      ...provider.settings({ OIDC_ADMINS: '@harbour.example' }),
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    };
    const startNode = async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-node-'));
      folders.push(dataDir);
      return buildTestServer({
        ...environment,
        DATA_DIR: dataDir,
        DATABASE_URL: postgres.url,
        ADMIN_EMAIL: adminEmail,
        ADMIN_PASSWORD: adminPassword,
      });
    };
    nodes = [await startNode(), await startNode()];
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await provider?.stop();
    await postgres?.remove();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it('one begins and the other finishes, and of two at once one does', async () => {
    const [first, second] = nodes as [TestServer, TestServer];
    const begun = await first.callLoosely('beginSingleSignOn', { body: { as: 'admin' } });
    const { url, flow } = begun.body.data;
    const body = { ...(await provider.signIn(url, 'nia')), flow };
    const both = await Promise.all(
      [second, first].map((node) => node.callLoosely('finishSingleSignOn', { body })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const done = both.find(({ status }) => status === 200);
    const seen = await first.call('getSessions', { as: done?.body.token });
    expect(seen.status).toBe(200);
  });

  it('both look for sessions to ask about, and one asks about each', async () => {
    const [first, second] = nodes as [TestServer, TestServer];
    await first.db.deleteFrom('oidc_grant').execute();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, place) => {
        const node = place % 2 === 0 ? first : second;
        return signInAtProvider(provider, node, `person-${place}`);
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await makeDue(first.db);
    const runs = await Promise.all(nodes.map((node) => askingNode(node, environment)));
    await Promise.all(runs.map((run) => run()));
    const { refreshed } = await provider.control({});
    expect(refreshed).toEqual(
      Object.fromEntries(answers.map((_, place) => [`person-${place}`, 1])),
    );
    for (const { body } of answers) {
      expect((await second.call('getSessions', { as: body.token })).status).toBe(200);
    }
  });
});
