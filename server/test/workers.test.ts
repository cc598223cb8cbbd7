import { execFile } from 'node:child_process';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pathOf } from '@adwarden/contract/routes';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminEmail, adminPassword } from './calls.ts';
import { bare } from './server-process.ts';
import { type Ask, askAnew, lives, startWorkers, type Workers } from './worker-processes.ts';

/* Two workers on the embedded database give the same answers. */

/** With this number of new connections, both workers get some, except once in half a million times. */
const enough = 20;

const started: Workers[] = [];
const start = (environment?: Record<string, string>) => {
  const one = startWorkers(environment);
  started.push(one);
  return one;
};
let server: Workers;
let address: string;
beforeAll(async () => {
  server = start();
  address = await server.ready;
});
afterAll(() => Promise.all(started.map((one) => one.remove())));

const ask = (path: string, how?: Ask) => askAnew(address + path, how);
const signIn = async () => {
  const body = { email: adminEmail, password: adminPassword };
  return (await ask(pathOf('adminSignIn'), { method: 'POST', body })).body.token;
};
const statuses = async (path: string, how?: Ask) => {
  const answers = await Promise.all(Array.from({ length: enough }, () => ask(path, how)));
  return [...new Set(answers.map(({ status }) => status))];
};
type NewApp = { appID: string; authToken: string };
const addApp = async (bearer: string) => {
  const how = { method: 'POST', body: sampleAppForm(), bearer };
  const app = (await ask(pathOf('addApp'), how)).body.data as NewApp;
  await expect.poll(() => statuses(adsPath(app)), { message: 'both know it' }).toEqual([200]);
  return app;
};
const adsPath = ({ appID, authToken }: NewApp) =>
  `${pathOf('getAds')}?${new URLSearchParams({ appID, authToken })}`;
const metric = async (name: string) => {
  const { text } = await ask('/metrics');
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
};
const okAnswers = () => metric('adwarden_ads_answers_total\\{outcome="ok"\\}');

test('address and administrator are printed once, and two processes serve', () => {
  expect(server.output().match(/Administrator: /g)).toHaveLength(1);
  expect(server.output().match(/Adwarden is on /g)).toHaveLength(1);
  expect(server.workers()).toHaveLength(2);
});

test('a sign-in and a sign-out apply to both workers', async () => {
  const bearer = await signIn();
  expect(await statuses(pathOf('getCategory'), { bearer })).toEqual([200]);
  await expect.poll(() => server.answered().size, { message: 'both workers answered' }).toBe(2);
  await ask(pathOf('signOut'), { method: 'POST', bearer, body: {} });
  expect(await statuses(pathOf('getCategory'), { bearer })).toEqual([401]);
});

test('the limit of ten wrong passwords applies to both workers together', async () => {
  const body = { email: 'nobody@example.com', password: 'wrong-each-time' };
  const path = pathOf('adminSignIn');
  for (let turn = 0; turn < 10; turn += 1) {
    expect((await ask(path, { method: 'POST', body })).status).toBe(401);
  }
  expect(await statuses(path, { method: 'POST', body })).toEqual([429]);
});

test('a change through one worker is in the answers of both', async () => {
  const bearer = await signIn();
  const app = await addApp(bearer);
  const agents = Array.from(
    { length: enough },
    () => new Agent({ keepAlive: true, maxSockets: 1 }),
  );
  const ads = (agent: Agent) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const sent = get(address + adsPath(app), { agent }, async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      resolve(text);
    });
    sent.on('error', reject);
    return promise;
  };
  for (let turn = 0; turn < 5; turn += 1) {
    const appName = `Seen everywhere ${turn}`;
    const body = { appName };
    const { status, text } = await ask(pathOf('updateApp', app.appID), {
      method: 'PUT',
      bearer,
      body,
    });
    expect(status, text).toBe(200);
    // `npm run bench -- spread` judges how soon.
    const old = async () =>
      (await Promise.all(agents.map(ads))).filter((one) => !one.includes(appName));
    await expect.poll(old, { interval: 5 }).toEqual([]);
  }
  for (const agent of agents) agent.destroy();
});

test('every worker answers the metrics of all', async () => {
  const app = await addApp(await signIn());
  const before = await okAnswers();
  for (let turn = 0; turn < enough; turn += 1) await ask(adsPath(app));
  for (let turn = 0; turn < 8; turn += 1) expect(await okAnswers()).toBe(before + enough);
  expect(await metric('adwarden_workers')).toBe(2);
  expect(await metric('adwarden_ads_snapshot_apps'), 'not twice as many').toBe(2);
  const forged = { headers: { 'x-forwarded-for': '192.0.2.7' } };
  expect((await ask('/metrics', forged)).status).toBe(403);
});

test('a worker that hangs is left out of the metrics after a second, except its counters', async () => {
  const before = await okAnswers();
  const [stuck = 0] = server.workers();
  process.kill(stuck, 'SIGSTOP');
  try {
    const answers = Array.from({ length: enough }, () => ask('/metrics'));
    for (const answer of answers) answer.catch(() => {});
    const { text } = await Promise.any(answers);
    expect(text).toMatch(/^adwarden_workers 1$/m);
    expect(text).toContain(`adwarden_ads_answers_total{outcome="ok"} ${before}`);
  } finally {
    process.kill(stuck, 'SIGCONT');
  }
  await expect.poll(() => metric('adwarden_workers')).toBe(2);
});

test('a backup is possible while they run, and a restore is refused', async () => {
  const run = (name: string) => {
    const file = fileURLToPath(new URL(`../src/cli/${name}.ts`, import.meta.url));
    const env = { ...bare, DATA_DIR: server.dataDir };
    const options = { cwd: server.dataDir, env };
    return promisify(execFile)(process.execPath, [file, 'copy.db'], options).then(
      ({ stdout }) => stdout,
      (error: { stderr: string }) => error.stderr,
    );
  };
  expect(await run('backup')).toMatch(/complete and checked/);
  expect(await run('restore')).toMatch(/is in use: stop the server/);
});

test('a worker that is killed under load is replaced, and the other continues', async () => {
  const app = await addApp(await signIn());
  await ask(adsPath(app));
  const before = await okAnswers();
  const clients = 8;
  let [asking, failed, answered] = [true, 0, 0];
  const client = async () => {
    while (asking) {
      const status = await ask(adsPath(app)).then(
        (answer) => answer.status,
        () => 0,
      );
      expect([0, 200], 'nobody is sent away').toContain(status);
      if (status === 200) answered += 1;
      else failed += 1;
      await pause(5); // otherwise the test takes the processor time that a new worker needs to start
    }
  };
  const asked = Promise.all(Array.from({ length: clients }, client));
  await pause(300);
  const [victim = 0, other = 0] = server.workers();
  process.kill(victim, 'SIGKILL');
  await expect.poll(() => lives(victim)).toBe(false);
  const atDeath = answered;
  await expect.poll(() => metric('adwarden_workers'), { timeout: 10_000 }).toBe(2);
  asking = false;
  await asked;
  expect(answered, 'the other went on').toBeGreaterThan(atDeath);
  expect(server.workers()).toContain(other);
  expect(server.workers()).not.toContain(victim);
  // Running requests, and connections that were waiting to be accepted when it died.
  expect(failed).toBeLessThanOrEqual(2 * clients);
  expect(await okAnswers(), 'counters never fall').toBeGreaterThanOrEqual(before);
});

describe('the end', () => {
  test('a clean stop leaves no process', async () => {
    const own = start();
    await own.ready;
    const pids = [own.pid, ...own.workers()];
    own.kill('SIGTERM');
    expect(await own.ended).toBe(0);
    expect(pids.filter(lives)).toEqual([]);
  });

  test('workers end when the supervisor is gone', async () => {
    const own = start({ LOG_LEVEL: 'warn' });
    await own.ready;
    const pids = own.workers();
    own.kill('SIGKILL');
    await own.ended;
    await expect.poll(() => pids.filter(lives), { timeout: 5_000 }).toEqual([]);
  });

  test.each([
    ['a bad setting', () => ({ WORKERS: '65' }), /WORKERS must be a whole number from 1 to 64$/],
    ['a port that is taken', () => ({ PORT: new URL(address).port }), /PORT \d+ is in use/],
    ['what only a worker finds', () => ({ MMDB_FILE: '/nowhere.mmdb' }), /\/nowhere\.mmdb/],
  ])(
    '%s ends the start with one line',
    async (_, environment, line) => {
      const own = start({ LOG_LEVEL: 'silent', ...environment() });
      expect(await own.ended).toBe(1);
      expect(own.output().trim()).toMatch(line);
      expect(own.output().trim()).toMatch(/^adwarden cannot start: .+$/);
    },
    15_000,
  );
});
