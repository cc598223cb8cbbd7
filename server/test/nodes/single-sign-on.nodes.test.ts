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

/* Single sign-on with two offices behind one address, on one PostgreSQL (ADR 142). */

describe.skipIf(!hasPostgres())('two offices behind one address', () => {
  let postgres: Postgres;
  let provider: TestProvider;
  let nodes: TestServer[] = [];
  const folders: string[] = [];

  beforeAll(async () => {
    postgres = await startPostgres();
    provider = await startProvider(`http://127.0.0.1:9${singleSignOnPath}`);
    const there = { userinfo: { email: 'nia@harbour.example', email_verified: true } };
    await provider.control({ people: { nia: there } });
    const startNode = async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-node-'));
      folders.push(dataDir);
      return buildTestServer({
        ...provider.settings({ OIDC_ADMINS: '@harbour.example' }),
        DATA_DIR: dataDir,
        DATABASE_URL: postgres.url,
        SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
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
});
