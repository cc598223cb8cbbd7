import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../src/kit/logger.ts';
import { buildTestServer, type TestServer } from '../servers/build-test-server.ts';

let adwarden: TestServer;
let other: DatabaseSync;
const lines: string[] = [];

beforeAll(async () => {
  const logger = createLogger('warn', { write: (line) => void lines.push(line) });
  adwarden = await buildTestServer({}, { logger, database: 'sqlite' });
  other = new DatabaseSync(join(adwarden.dataDir, 'adwarden.db'));
});
afterAll(async () => {
  other?.close();
  await adwarden?.close();
});

test('reads work while writes fail, and the log says what was not written', async () => {
  const as = await adwarden.signInAdmin();
  const longAgo = { lastSeenAt: Date.now() - 90_000 };
  await adwarden.db.updateTable('session').set(longAgo).execute();
  other.exec('begin immediate');
  const reads = Array.from({ length: 20 }, () => adwarden.call('getCategory', { as }));
  const answers = await Promise.all(reads);
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(lines.join(''), 'the write still waits for the lock').not.toContain('use of a session');
  await expect.poll(() => lines.join('')).toContain('use of a session');
  expect(lines.filter((line) => line.includes('use of a session'))).toHaveLength(1);
  other.exec('rollback');
  const seen = async () => {
    await adwarden.call('getCategory', { as });
    const session = adwarden.db.selectFrom('session').select('lastSeenAt');
    return Date.now() - (await session.executeTakeFirstOrThrow()).lastSeenAt;
  };
  await expect.poll(seen).toBeLessThan(30_000);
}, 40_000);
