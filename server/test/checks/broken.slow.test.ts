import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathOf } from '@adwarden/contract/call';
import { doctorCalls, type SystemCheck } from '@adwarden/contract/doctor';
import { findingTexts } from '@adwarden/contract/findings/texts';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { checkList, type ListedCheck } from '../../src/doctor/list.ts';
import { judgeOutside } from '../../src/features/findings/judging/run.service.ts';
import { metricsToken } from '../servers/calls.ts';
import { bare, type nobody, type ServerProcess } from '../servers/server-process.ts';
import { alertFires, hasPromtool } from './alert-fires.ts';
import { type Environment, needs, openWorld, type Way, type World } from './way.ts';
import { ways } from './ways.ts';

/* Each check of the list is broken for real, by each of its ways, and seen wherever the list says. */

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Runs a program with nothing but these settings; returns what it has printed. */
function run(file: string, given: string[], env: Environment, user?: typeof nobody) {
  const { promise, resolve } = Promise.withResolvers<string>();
  const options = {
    env: { ...bare, PORT: '0', LOG_LEVEL: 'silent', METRICS_TOKEN: metricsToken, ...env },
    cwd: '/',
    timeout: 90_000,
    ...user,
  };
  execFile(process.execPath, [file, ...given], options, (_, stdout, stderr) =>
    resolve(`${stdout}${stderr}`.trim()),
  );
  return promise;
}

async function doctor(env: Environment, file = built('cli/doctor')): Promise<SystemCheck[]> {
  const printed = await run(file, ['--json'], env);
  return (JSON.parse(printed) as { checks: SystemCheck[] }).checks;
}

/** The rules of the open findings about the installation, in the database itself: its server may hang. */
async function findingsIn({ DATABASE_URL }: Environment, folder: string): Promise<string[]> {
  const query = `select rule from finding where "appID" = ''`;
  if (DATABASE_URL) {
    const sql = postgres(DATABASE_URL, { max: 1, onnotice: () => {} });
    const rows = await sql.unsafe<{ rule: string }[]>(query).finally(() => sql.end());
    return rows.map(({ rule }) => rule);
  }
  const db = new DatabaseSync(join(folder, 'adwarden.db'), { timeout: 10_000 });
  try {
    return db
      .prepare(query)
      .all()
      .map(({ rule }) => String(rule));
  } finally {
    db.close();
  }
}

async function judgeNow({ DATA_DIR: dataDir = '' }: Environment): Promise<void> {
  const { db, close } = await openDatabase({ dataDir });
  await judgeOutside(db, 'off').finally(close);
}

/** Expects the check in this state, or, for a finding that has no line of its own, the finding. */
function expectSaid(checks: SystemCheck[], name: string, way: Way): void {
  const findings = way.at === 'run' ? (way.findings ?? []) : [];
  const titles = findings.map((rule) => findingTexts[rule].title);
  const said = checks.filter(
    (check) =>
      check.name === name ||
      (check.name === 'finding' && titles.some((title) => check.what.startsWith(`${title}: `))),
  );
  const states = said.map(({ state }) => state);
  expect(states, JSON.stringify(checks, null, 1)).toContain(way.state);
  for (const { state, why, todo } of said) if (state !== 'ok') expect(why && todo).toBeTruthy();
}

async function expectRefused(name: string, way: Way & { at: 'start' }): Promise<void> {
  const { env: own, user } = await way.break(world);
  const env = { DATA_DIR: world.newFolder(), ADMIN_PASSWORD: 'harbour-lights-9', ...own };
  const [line = '', ...more] = (await run(built('main'), [], env, user)).split('\n');
  expect(more, line).toEqual([]);
  expect(line).toMatch(/^adwarden cannot start: ./);
  const checks = await doctor(env);
  expectSaid(checks, name, way);
  const said = checks.map(({ what, todo }) => `adwarden cannot start: ${what}: ${todo}`);
  // The doctor may say more, such as which backup to restore.
  expect(said.filter((words) => words.startsWith(line))).toHaveLength(1);
}

async function systemCheck(server: ServerProcess): Promise<SystemCheck[]> {
  const as = await server.signIn();
  const { status, text, body } = await server.ask(pathOf(doctorCalls.getSystemChecks), { as });
  expect(status, text).toBe(200);
  return body.data;
}

async function expectSeen(name: string, way: Way & { at: 'run' }): Promise<void> {
  const { readyz, findings = [], alerts = [], notSaidBy = {} } = way;
  const { server, env, damage, undo, judgesOutside, ...other } = await way.break(world);
  onTestFinished(async () => {
    await undo?.();
    await server.kill();
  });
  const metrics = async () => (await server.ask('/metrics')).text;
  const before = damage ? await metrics() : '';
  await damage?.();
  if (readyz) {
    const state = async () => {
      const { status, body } = await server.ask('/readyz');
      return `${status} ${body.status}: ${body.reason}`;
    };
    await expect.poll(state).toMatch(readyz.says);
    expect(await state()).toMatch(new RegExp(`^${readyz.status} (degraded|not ready): `));
  }
  if (judgesOutside) await judgeNow(env);
  for (const rule of findings) {
    const all = () => findingsIn(env, other.folder ?? env.DATA_DIR ?? '');
    await expect.poll(all, { interval: 500 }).toContain(rule);
  }
  if (!notSaidBy.doctor) {
    const { port } = new URL(server.address);
    expectSaid(await doctor({ ...env, PORT: port }, other.doctor), name, way);
  }
  if (!notSaidBy.systemCheck) expectSaid(await systemCheck(server), name, way);
  for (const alert of hasPromtool ? alerts : []) {
    expect(alertFires(alert, before, await metrics()), alert).toBe(true);
    if (before) expect(alertFires(alert, before, before), `${alert}, before`).toBe(false);
  }
}

describe.each(Object.entries(checkList) as [keyof typeof checkList, ListedCheck][])(
  '%s',
  (name) => {
    for (const way of ways[name] ?? []) {
      const missing = (way.needs ?? []).filter((need) => !needs[need].isThere());
      const words = missing.map((need) => needs[need].of).join(' and ');
      test.skipIf(missing.length > 0)(`${way.how}${words && ` (needs ${words})`}`, async () => {
        if (way.at === 'start') await expectRefused(name, way);
        else if (way.at === 'look') expectSaid(await doctor(await way.break(world)), name, way);
        else await expectSeen(name, way);
      });
    }
  },
);
