import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { pathOf } from '@adwarden/contract/call';
import { calls } from '@adwarden/contract/calls';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import { lives } from '../../../deploy/programs/process-tree.ts';
import { lastGoodName } from '../../src/ads/last-good/ads.last-good.file.ts';
import { countedAfterStop } from '../databases/counted-answers.ts';
import { adminEmail, adminPassword } from '../servers/calls.ts';
import { type Ask, askAnew, type Processes, startProcesses } from '../servers/processes.ts';
import { bare } from '../servers/server-process.ts';

/* A supervisor, two ads processes and an office on the embedded database (ADR 48). */

/** The time for which a process may be stopped before it is taken for hanging (`silentMs` of the heartbeat). */
const stuckMs = 7_000;
/** With this number of new connections, both ads processes get some, except once in half a million times. */
const enough = 20;
/** On a busy machine a process needs many seconds for its start. */
const soon = { timeout: 90_000, interval: 20 };

const started: Processes[] = [];
const start = (environment?: Record<string, string>) => {
  const one = startProcesses(environment);
  started.push(one);
  return one;
};
let server: Processes;
let address: string;
beforeAll(async () => {
  server = start();
  address = await server.ready;
});
afterAll(() => Promise.all(started.map((one) => one.remove())));

const askAt = (place: string, path: string, how?: Ask) =>
  askAnew(place + path, { timeoutMs: soon.timeout, ...how });
const ask = (path: string, how?: Ask) => askAt(address, path, how);
const signIn = async (place = address) => {
  const body = { email: adminEmail, password: adminPassword };
  let token = '';
  // An office that got no processor for two seconds is taken for silent: 503.
  const status = async () => {
    const answer = await askAt(place, pathOf(calls.adminSignIn), { method: 'POST', body });
    token = answer.body?.token;
    return answer.status;
  };
  await expect.poll(status, soon).toBe(200);
  return token;
};
const statuses = async (path: string, how?: Ask) => {
  const answers = await Promise.all(Array.from({ length: enough }, () => ask(path, how)));
  return [...new Set(answers.map(({ status }) => status))];
};
type NewApp = { appID: string; authToken: string };
const addApp = async (bearer: string, place = address) => {
  const how = { method: 'POST', body: sampleAppForm(), bearer };
  const app = (await askAt(place, pathOf(calls.addApp), how)).body.data as NewApp;
  await expect
    .poll(async () => (await askAt(place, adsPath(app))).status, {
      message: 'it is known',
      ...soon,
    })
    .toBe(200);
  return app;
};
const adsPath = ({ appID, authToken }: NewApp) =>
  `${pathOf(calls.getAds)}?${new URLSearchParams({ appID, authToken })}`;
const workersIn = (text: string) => /^adwarden_workers (\d+)$/m.exec(text)?.[1];
/** Reads the metrics of all three. On a busy machine one of them may not answer within the second that it has. */
async function metrics(): Promise<string> {
  let text = '';
  const workers = async () => {
    ({ text } = await ask('/metrics'));
    return workersIn(text);
  };
  await expect.poll(workers, soon).toBe('3');
  return text;
}
const metric = async (name: string) =>
  Number(new RegExp(`^${name} (\\S+)`, 'm').exec(await metrics())?.[1]);
/** Tells whether the last good ads on the disk have an app; read without a lock, for which their writer would not wait. */
function hasLastGood(dataDir: string, appID: string): boolean {
  const file = join(dataDir, lastGoodName);
  return existsSync(file) && readFileSync(file).includes(appID);
}
const okAnswers = () => metric('adwarden_ads_answers_total\\{outcome="ok"\\}');
const officeAway = () => metric('adwarden_office_away_total');

/** Asks for ads over new connections, on and on; `end` resolves with how many were answered and how many failed. */
function keepAsking(path: string, clients: number, place = address) {
  let isAsking = true;
  const counted = { answered: 0, failed: 0 };
  const client = async () => {
    while (isAsking) {
      const status = await askAt(place, path).then(
        (answer) => answer.status,
        () => 0,
      );
      expect([0, 200], 'nobody is sent away').toContain(status);
      if (status === 200) counted.answered += 1;
      else counted.failed += 1;
      await pause(5); // otherwise the test takes the processor time that a new process needs to start
    }
  };
  const all = Promise.all(Array.from({ length: clients }, client));
  return {
    counted,
    async end() {
      isAsking = false;
      await all;
      return counted;
    },
  };
}

test('the processes say what they are; address and administrator are printed once', () => {
  expect(server.output().match(/Administrator: /g)).toHaveLength(1);
  expect(server.output().match(/Adwarden is on /g)).toHaveLength(1);
  expect(server.ads()).toHaveLength(2);
  expect(server.office()).toBeGreaterThan(0);
  expect(readFileSync(`/proc/${server.pid}/cmdline`, 'utf8')).toMatch(/^adwarden supervisor/);
});

test('only the office has the database open, and it gives way to the ads', () => {
  const filesOf = (pid = 0) =>
    readdirSync(`/proc/${pid}/fd`)
      .map((name) => readlinkSync(`/proc/${pid}/fd/${name}`))
      .join('\n');
  expect(filesOf(server.office())).toContain('adwarden.db');
  for (const pid of server.ads()) expect(filesOf(pid)).not.toContain('adwarden.db');
  const niceness = (pid = 0) =>
    Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]);
  expect(niceness(server.office())).toBeGreaterThanOrEqual(10);
  const whenMemoryIsShort = (pid = 0) => Number(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8'));
  for (const pid of server.ads()) {
    const sooner = Math.min(whenMemoryIsShort(pid) + 300, 1000);
    expect(whenMemoryIsShort(server.office())).toBe(sooner);
  }
});

test('a sign-in and a sign-out apply through both ads processes', async () => {
  const bearer = await signIn();
  expect(await statuses(pathOf(calls.getCategory), { bearer })).toEqual([200]);
  await ask(pathOf(calls.signOut), { method: 'POST', bearer, body: {} });
  expect(await statuses(pathOf(calls.getCategory), { bearer })).toEqual([401]);
});

test('a saved change is in the answers of both when the save is answered', async () => {
  const bearer = await signIn();
  const app = await addApp(bearer);
  for (let turn = 0; turn < 5; turn += 1) {
    const body = { appName: `Seen everywhere ${turn}` };
    const path = pathOf(calls.updateApp, app.appID);
    const { status, text } = await ask(path, { method: 'PUT', bearer, body });
    expect(status, text).toBe(200);
    const old = async () => {
      const answers = await Promise.all(Array.from({ length: enough }, () => ask(adsPath(app))));
      return answers.filter((answer) => !answer.text.includes(body.appName)).length;
    };
    // `npm run bench -- spread` judges how soon.
    await expect.poll(old, soon).toBe(0);
  }
});

test('nobody can claim an address: what a client forwards does not count', async () => {
  const wrong = { email: 'nobody@example.com', password: 'wrong-each-time' };
  const path = pathOf(calls.adminSignIn);
  for (let turn = 0; turn < 10; turn += 1) {
    const headers = { 'x-forwarded-for': `192.0.2.${turn}` };
    expect((await ask(path, { method: 'POST', body: wrong, headers })).status).toBe(401);
  }
  expect(await statuses(path, { method: 'POST', body: wrong })).toEqual([429]);
  expect(server.output()).toContain('"address":"127.0.0.1"');
  expect(server.output()).not.toContain('"address":"192.0.2.');
});

test('every ads process answers the metrics of all, the office included', async () => {
  const app = await addApp(await signIn());
  const before = await okAnswers();
  for (let turn = 0; turn < enough; turn += 1) await ask(adsPath(app));
  for (let turn = 0; turn < 8; turn += 1) expect(await okAnswers()).toBe(before + enough);
  expect(await metrics()).toContain('adwarden_database_call_seconds_count');
  const without = { headers: { authorization: '' } };
  expect((await ask('/metrics', without)).status).toBe(403);
});

test('a process that hangs is left out of the metrics after a second, except its counters', async () => {
  const before = await okAnswers();
  const [stuck = 0] = server.ads();
  process.kill(stuck, 'SIGSTOP');
  try {
    let text = '';
    const workers = async () => {
      const answers = Array.from({ length: enough }, () => ask('/metrics'));
      for (const answer of answers) answer.catch(() => {});
      ({ text } = await Promise.any(answers));
      return workersIn(text);
    };
    await expect.poll(workers, { ...soon, timeout: stuckMs }).toBe('2');
    expect(text).toContain(`adwarden_ads_answers_total{outcome="ok"} ${before}`);
  } finally {
    process.kill(stuck, 'SIGCONT');
  }
  await metrics();
});

test('a backup is possible while they run, and a restore is refused', async () => {
  const run = (name: string) => {
    const file = built(`cli/${name}`);
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

test('the office says of each of its tasks whether it is late', async () => {
  const late = [
    ...(await metrics()).matchAll(/^adwarden_task_late_seconds\{task="(.+)"\} (\S+)$/gm),
  ];
  expect(late.map(([, task]) => task).toSorted()).toEqual(
    [
      'batches',
      'bells',
      'ends of API keys',
      'ends of pauses',
      'findings',
      'findings of surroundings',
      'kept time',
      'own findings',
      'pruning',
      'scheduled changes',
      'sites',
      'stops of this machine',
      'traffic',
      'webhooks',
    ].toSorted(),
  );
  for (const [, task, seconds] of late) expect(Number(seconds), task).toBeLessThan(60);
  const succeeded = /^adwarden_task_last_success_seconds\{task="batches"\} (\S+)$/m;
  await expect
    .poll(async () => Number(succeeded.exec(await metrics())?.[1] ?? 0) * 1000)
    .toBeGreaterThan(Date.now() - 60_000);
});

test('what the ads processes answer in the place of the office is counted', async () => {
  const before = await officeAway();
  const office = server.office() ?? 0;
  const statuses: number[] = [];
  const askOffice = async () => {
    statuses.push((await ask(pathOf(calls.getCategory))).status);
    return statuses.at(-1);
  };
  process.kill(office, 'SIGSTOP');
  try {
    // A request that comes before the office is known to be silent waits for it.
    await pause(3_000);
    expect(await askOffice()).toBe(503);
  } finally {
    process.kill(office, 'SIGCONT');
  }
  await expect.poll(askOffice, soon).toBe(401);
  const seen = statuses.filter((status) => status === 503).length;
  expect((await officeAway()) - before).toBe(seen);
});

describe('a process is killed', () => {
  test('the office: the ads do not notice, people get 503, and it is back', async () => {
    const app = await addApp(await signIn());
    const asking = keepAsking(adsPath(app), 4);
    const victim = server.office() ?? 0;
    process.kill(victim, 'SIGKILL');
    const during = await ask(pathOf(calls.getCategory));
    expect([401, 503]).toContain(during.status);
    await expect
      .poll(async () => (await ask('/readyz')).text, soon)
      .toContain('the office is away');
    expect((await ask('/readyz')).status).toBe(200);
    await expect.poll(async () => (await ask(pathOf(calls.getCategory))).status, soon).toBe(401);
    await expect.poll(async () => (await ask('/readyz')).text, soon).not.toContain('away');
    expect((await asking.end()).failed).toBe(0);
    expect(server.office()).not.toBe(victim);
    // Saved changes reach the ads again from now on.
    const bearer = await signIn();
    const body = { appName: 'After the office was back' };
    const path = pathOf(calls.updateApp, app.appID);
    expect((await ask(path, { method: 'PUT', bearer, body })).status).toBe(200);
    await expect.poll(async () => (await ask(adsPath(app))).text, soon).toContain(body.appName);
  });

  test('an ads process: the other one answers, and it is replaced', async () => {
    const app = await addApp(await signIn());
    const before = await okAnswers();
    const clients = 8;
    const asking = keepAsking(adsPath(app), clients);
    await pause(300);
    const [victim = 0, other = 0] = server.ads();
    process.kill(victim, 'SIGKILL');
    await expect.poll(() => lives(victim)).toBe(false);
    const atDeath = asking.counted.answered;
    await metrics();
    const { answered, failed } = await asking.end();
    expect(answered, 'the other went on').toBeGreaterThan(atDeath);
    expect(server.ads()).toContain(other);
    expect(server.ads()).not.toContain(victim);
    // These are running requests, and connections that it had accepted.
    expect(failed).toBeLessThanOrEqual(2 * clients);
    expect(await okAnswers(), 'counters never fall').toBeGreaterThanOrEqual(before);
  });

  test('the only ads process: connections wait for the next one', async () => {
    const own = start({ WORKERS: '1', LOG_LEVEL: 'silent' });
    const place = await own.ready;
    const app = await addApp(await signIn(place), place);
    await expect.poll(() => hasLastGood(own.dataDir, app.appID), soon).toBe(true);
    const [victim = 0] = own.ads();
    process.kill(victim, 'SIGKILL');
    await expect.poll(() => lives(victim)).toBe(false);
    expect((await askAt(place, adsPath(app))).status).toBe(200);
    expect(own.ads()).not.toContain(victim);
  });
});

describe('the end', () => {
  test('a clean stop leaves no process, no socket, and no usage behind', async () => {
    const own = start();
    const place = await own.ready;
    const app = await addApp(await signIn(place), place);
    for (let turn = 0; turn < enough; turn += 1) await askAt(place, adsPath(app));
    const office = own.office() ?? 0;
    const pids = [own.pid, office, ...own.ads()];
    const environment = readFileSync(`/proc/${office}/environ`, 'utf8');
    const [, socket = ''] = /ADWARDEN_OFFICE_SOCKET=([^\0]+)/.exec(environment) ?? [];
    expect(existsSync(socket)).toBe(true);
    own.kill('SIGTERM');
    expect(await own.ended).toBe(0);
    expect(pids.filter(lives)).toEqual([]);
    expect(await countedAfterStop(own.dataDir, app.appID)).toBeGreaterThanOrEqual(enough);
    expect(existsSync(socket)).toBe(false);
  });

  test('a signal to all processes at once is the same stop', async () => {
    const own = start();
    const place = await own.ready;
    const app = await addApp(await signIn(place), place);
    for (let turn = 0; turn < enough; turn += 1) await askAt(place, adsPath(app));
    const before = own.output().length;
    for (const pid of [own.office() ?? 0, ...own.ads(), own.pid]) process.kill(pid, 'SIGINT');
    expect(await own.ended).toBe(0);
    expect(own.output().slice(before)).not.toMatch(/"level":50/);
    expect(await countedAfterStop(own.dataDir, app.appID)).toBeGreaterThanOrEqual(enough);
  });

  test('all end when the supervisor is gone', async () => {
    const own = start({ LOG_LEVEL: 'warn' });
    await own.ready;
    const pids = [own.office() ?? 0, ...own.ads()];
    own.kill('SIGKILL');
    await own.ended;
    await expect.poll(() => pids.filter(lives), soon).toEqual([]);
  });

  test.each([
    ['a bad setting', () => ({ WORKERS: '65' }), /WORKERS must be a whole number from 1 to 64$/],
    ['a port that is taken', () => ({ PORT: new URL(address).port }), /PORT \d+ is in use/],
    ['what only a process finds', () => ({ MMDB_FILE: '/nowhere.mmdb' }), /\/nowhere\.mmdb/],
    [
      'a folder of another server',
      () => ({ DATA_DIR: server.dataDir }),
      /is used by another server/,
    ],
    ['no place for sockets', () => ({ TMPDIR: '/nowhere' }), /\/nowhere \(TMPDIR\) cannot hold/],
  ])('%s ends the start with one line', async (_, environment, line) => {
    const own = start({ LOG_LEVEL: 'silent', ...environment() });
    expect(await own.ended).toBe(1);
    expect(own.output().trim()).toMatch(line);
    expect(own.output().trim()).toMatch(/^adwarden cannot start: .+$/);
  });
});
