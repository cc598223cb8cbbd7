import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestServer, type TestServer } from '../servers/build-test-server.ts';
import { keepLog } from '../servers/kept-log.ts';

/* The lines in a server's log at LOG_LEVEL=info: changes of people, and not the requests of tabs and strangers. */

const { logger, lines } = keepLog('info');
type Line = (typeof lines)[number];
let adwarden: TestServer;
let admin: string;

beforeAll(async () => {
  adwarden = await buildTestServer({}, { logger });
  admin = await adwarden.signInAdmin();
});
afterAll(() => adwarden.close());

/** Returns the lines that this wrote. */
async function linesOf(work: () => Promise<unknown>): Promise<Line[]> {
  const before = lines.length;
  await work();
  return lines.slice(before);
}

test('reads, polls, files and strangers have no line', async () => {
  const written = await linesOf(async () => {
    await adwarden.call('getAllApp', { as: admin });
    await adwarden.call('getPauses', { as: admin });
    for (const url of ['/', '/favicon.ico', '/wp-login.php', '/openapi.json', '/apps/getAllApp']) {
      await adwarden.inject({ method: 'GET', url });
    }
    await adwarden.inject({ method: 'POST', url: '/apps/addApp', payload: {} });
  });
  expect(written).toEqual([]);
});

test('what is refused to somebody who is signed in has a line', async () => {
  const written = await linesOf(() => adwarden.call('getApp', { as: admin, id: 'nowhere' }));
  expect(written).toMatchObject([{ actor: { kind: 'admin' }, res: { status: 404 } }]);
});

test('a change says who has changed which app, and no value of it', async () => {
  let appID = '';
  const written = await linesOf(async () => {
    const made = await adwarden.call('addApp', { as: admin, body: sampleAppForm() });
    appID = made.body.data.appID;
  });
  const changed = written.filter(({ msg }) => msg === 'changed');
  expect(changed).toContainEqual(
    expect.objectContaining({
      by: { kind: 'admin', id: expect.any(String) },
      action: 'create',
      entity: 'app',
      key: appID,
      seq: expect.any(Number),
    }),
  );
  expect(JSON.stringify(written)).not.toContain(sampleAppForm().appName);
  expect(written.filter(({ msg }) => msg === 'answered')).toMatchObject([
    { req: { method: 'POST', path: '/apps/addApp' }, res: { status: 200 } },
  ]);
});

test('an outage of the database is one trace, however many calls it meets', async () => {
  const written = await linesOf(async () => {
    await adwarden.db.destroy();
    for (let number = 0; number < 20; number += 1) {
      const { status } = await adwarden.call('getAllApp', { as: admin });
      expect(status).toBeGreaterThanOrEqual(500);
    }
  });
  expect(written.filter(({ err }) => err !== undefined)).toHaveLength(1);
  expect(written.find(({ err }) => err)).toMatchObject({
    level: 50,
    req: { path: '/apps/getAllApp' },
  });
});
