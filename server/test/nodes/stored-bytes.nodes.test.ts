import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@adwarden/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createPostgresDatabase,
  hasPostgres,
  type PostgresDatabase,
} from '../databases/postgres-database.ts';
import { type AppServer, openAppServer } from '../servers/app-server.ts';

/* The bytes that a person stores through two nodes with one PostgreSQL, at the same time. */

const most = 300_000;
const figures = structuredClone(limits.quotas.storedBytes);
const long = '字'.repeat(limits.text.note);

describe.skipIf(!hasPostgres())('two nodes', () => {
  let postgres: PostgresDatabase;
  const nodes: AppServer[] = [];
  const folders: string[] = [];

  beforeAll(async () => {
    Object.assign(limits.quotas.storedBytes, { user: most });
    postgres = await createPostgresDatabase();
    for (const _ of [0, 1]) {
      const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-node-'));
      folders.push(dataDir);
      nodes.push(
        await openAppServer({
          DATA_DIR: dataDir,
          DATABASE_URL: postgres.url,
          SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
          WRITES_PER_MINUTE: '10000',
        }),
      );
    }
  });
  afterAll(async () => {
    Object.assign(limits.quotas.storedBytes, figures);
    for (const node of nodes) await node.close();
    await postgres?.remove();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it('take no more of one owner together than one of them', async () => {
    const [first, second] = nodes as [AppServer, AppServer];
    const apps: string[] = [];
    for (let count = 0; count < 24; count += 1) apps.push((await first.add({}, first.ada)).appID);
    const answers = await Promise.all(
      apps.flatMap((id, index) => {
        const node = index % 2 === 0 ? first : second;
        const request = { appID: id, changes: { appName: 'later' }, note: '字'.repeat(200) };
        const at = new Date(Date.now() + 3_600_000).toISOString();
        const other = index % 2 === 0 ? second : first;
        return [
          node.update(id, { note: long }, node.ada),
          other.call('createChangeRequest', { as: other.ada, body: { ...request, at } }),
        ];
      }),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(10);
    expect(statuses.filter((status) => status === 409).length).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    const rows = await first.db
      .selectFrom('stored_bytes')
      .selectAll()
      .where('kind', '=', 'user')
      .execute();
    const stored = rows.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(stored).toBeLessThanOrEqual(most);
    expect(stored).toBeGreaterThan(most - 16_000);
  });
});
