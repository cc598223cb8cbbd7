import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createPostgresDatabase,
  hasPostgres,
  type PostgresDatabase,
} from '../databases/postgres-database.ts';
import {
  type ChangeRequestServer,
  openChangeRequestServer,
} from '../servers/change-request-server.ts';

/* Two nodes whose clocks differ by a minute agree, because the clock of the database decides. */

const secretKey = 'e'.repeat(64);
const offMs = 30_000;
/** A busy machine gets more than the limit of two seconds, but far less than the clocks are wrong. */
const mostLateMs = 5_000;

describe.skipIf(!hasPostgres())('nodes with wrong clocks', () => {
  let database: PostgresDatabase;
  const nodes: Record<string, ChangeRequestServer> = {};
  beforeAll(async () => {
    database = await createPostgresDatabase();
    const place = { DATABASE_URL: database.url, SECRET_KEY: secretKey, DATABASE_POOL: '4' };
    for (const [name, off] of [
      ['fast', offMs],
      ['slow', -offMs],
    ] as const) {
      nodes[name] = await openChangeRequestServer(place, { clock: () => Date.now() + off });
    }
  });
  afterAll(async () => {
    for (const node of Object.values(nodes)) await node.close();
    await database?.remove();
  });
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

  it.each(['fast', 'slow'])('a %s node takes a time for future that is', async (name) => {
    const node = nodes[name] as ChangeRequestServer;
    const { appID } = await node.add();
    const changes = { adsStatus: 'off' };
    const past = await node.create({ appID, changes, at: inMs(-10_000) });
    expect(past.body.errors, past.text).toMatchObject([{ field: 'at' }]);
    const soon = await node.create({ appID, changes, at: inMs(10_000) });
    expect(soon.status, soon.text).toBe(200);
  });

  it.each(['fast', 'slow'])(
    'what is due in 3 s is applied then, seen by a %s node',
    async (name) => {
      const node = nodes[name] as ChangeRequestServer;
      const { appID } = await node.add();
      const at = inMs(3_000);
      const { id } = await node.schedule({ appID, changes: { note: 'on time' }, at });
      const applied = await node.becomes(id, 'applied');
      const lateMs = Date.parse(applied.changedAt) - Date.parse(at);
      expect(lateMs).toBeGreaterThanOrEqual(0);
      expect(lateMs).toBeLessThanOrEqual(mostLateMs);
    },
  );
});
