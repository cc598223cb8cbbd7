import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Admin } from '@adwarden/contract/admins/admins';
import type { App, AppStats } from '@adwarden/contract/apps';
import type { Batch } from '@adwarden/contract/batches/batches';
import type {
  ChangeRequest,
  ChangeRequestState,
} from '@adwarden/contract/change-requests/change-requests';
import type { Change } from '@adwarden/contract/changes/changes';
import { findingRuleNames, sourceOf } from '@adwarden/contract/findings/rules';
import type { TrafficComparison } from '@adwarden/contract/traffic/comparison';
import type { Traffic } from '@adwarden/contract/traffic/traffic';
import type { View } from '@adwarden/contract/views/views';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import {
  adminEmail,
  adminPassword,
  buildTestServer,
  type TestServer,
} from '../../test/servers/build-test-server.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'adwarden-demo-'));
const file = built('cli/demo');
const env = {
  ...process.env,
  DATA_DIR: dataDir,
  ADMIN_EMAIL: adminEmail,
  ADMIN_PASSWORD: adminPassword,
};
const runDemo = () => promisify(execFile)(process.execPath, [file], { env, cwd: dataDir });

let printed = '';
let server: TestServer;
let as: string;

async function changes(query: Record<string, string>): Promise<Change[]> {
  const answer = await server.call('getChanges', { as, query: { pageSize: '100', ...query } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

beforeAll(async () => {
  printed = (await runDemo()).stdout;
  server = await buildTestServer({ DATA_DIR: dataDir });
  as = await server.signInAdmin();
});
afterAll(async () => {
  await server?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it('makes apps of every status, account and country', async () => {
  const stats = (await server.call('appStats', { as })).body.data;
  expect(stats.apps).toBeGreaterThanOrEqual(60);
  expect(stats.users).toBe(8);
  for (const status of ['live', 'suspend', 'inDevelop']) {
    expect(stats[status], status).toBeGreaterThan(2);
  }
  const apps: App[] = (await server.call('getAllApp', { as })).body.data;
  const kinds = (field: keyof App) => new Set(apps.map((app) => app[field])).size;
  expect(kinds('accountName')).toBeGreaterThan(5);
  expect(kinds('category')).toBeGreaterThan(10);
  expect(kinds('packageName')).toBe(apps.length);
  expect(kinds('note')).toBeGreaterThan(5);
  expect(kinds('adsStatus')).toBe(2);
  expect(kinds('ipAddress')).toBe(2);
  expect(apps.filter(({ icon }) => icon !== '').length).toBeGreaterThan(50);
  const configured = (await server.call('getConfigureApp', { as })).body.data.length;
  expect(configured).toBeGreaterThan(25);
  expect(configured).toBeLessThan(apps.length);
});

it('adds administrators: one more, a viewer who can sign in, and one who is disabled', async () => {
  const { body } = await server.call('getAdmins', { as });
  const others: Admin[] = body.data.filter(({ email }: Admin) => email !== adminEmail);
  expect(others.map(({ role, state }) => `${role} ${state}`)).toEqual([
    'admin on',
    'admin off',
    'viewer on',
  ]);
  expect(others.map(({ lastSignInAt }) => lastSignInAt !== null)).toEqual([true, false, true]);
  const [, email = ''] = /Viewer: +(\S+)/.exec(printed) ?? [];
  const [, password = ''] = /Their password: +(\S+)/.exec(printed) ?? [];
  const answer = await server.call('adminSignIn', { body: { email, password } });
  expect(answer.body.user, answer.text).toMatchObject({ access: 'view' });
});

it('saves views, shared and private ones', async () => {
  const { body } = await server.call('getViews', { as, query: { list: 'apps' } });
  const views: View[] = body.data;
  expect(new Set(views.map(({ shared }) => shared))).toEqual(new Set([true, false]));
  for (const { query, sort } of views) {
    const answer = await server.callLoosely('getAllApp', {
      as,
      query: { ...query, ...(sort && { sort }) },
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.total).toBeGreaterThan(0);
  }
});

it('has API keys that nobody can use', async () => {
  const { data } = (await server.call('getApiKeys', { as })).body;
  expect(data.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
    ['Pause from alerts', 'on'],
    ['Build server', 'on'],
    ['Nightly export', 'on'],
    ['Import from the store desk', 'on'],
  ]);
});

it('serves its icons', async () => {
  const [app] = (await server.call('getAllApp', { as, query: { search: 'Foolscap' } })).body.data;
  const { status, headers } = await server.inject({ method: 'GET', url: `/${app.icon}` });
  expect([status, headers['content-type']]).toEqual([200, 'image/webp']);
});

it('writes changes of past months by several authors, in the order of time', async () => {
  const log = await changes({ entity: 'app' });
  const times = log.map(({ at }) => Date.parse(at));
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(times[0]).toBeLessThan(Date.now());
  expect(new Set(log.map(({ actor }) => actor.name)).size).toBeGreaterThan(4);
  const first = (await changes({ action: 'create', entity: 'user' })).at(-1);
  expect(Date.now() - Date.parse(first?.at ?? '')).toBeGreaterThan(250 * 86_400_000);
  expect((await changes({ action: 'rotate-token' })).length).toBeGreaterThan(0);
});

it('writes 90 days of usage, by country for apps with IP rules', async () => {
  const { body } = await server.call('getUsage', { as, query: { days: '30' } });
  expect(body.data.topApps).toHaveLength(10);
  // Today may be some minutes old.
  const whole = body.data.days.slice(0, -1);
  expect(whole.every(({ ok }: { ok: number }) => ok > 1000)).toBe(true);
  const query = { ipAddress: 'on', appStatus: 'live' } as const;
  const [app] = (await server.call('getAllApp', { as, query })).body.data;
  const usage = await server.call('getAppUsage', { as, id: app.appID, query: { days: '90' } });
  expect(usage.body.data.countries.length).toBeGreaterThan(0);
});

it('has traffic by hour and day, and a fall of the ads that are on beside its cause', async () => {
  const read = async (
    name: 'getTraffic' | 'getAppTraffic',
    query: Record<string, string>,
    id = '',
  ) => {
    const answer = await server.call(name, { as, query, ...(id && { id }) });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data as Traffic;
  };
  const all = await read('getTraffic', {});
  const reasons = Object.entries(all.total.off).filter(([, count]) => count > 0);
  expect(reasons.map(([reason]) => reason)).toEqual(['paused', 'suspended', 'ads-off', 'country']);
  expect(all.countries.length).toBeGreaterThan(5);
  const whole = await read('getTraffic', { from: all.keptFrom.slice(0, 10) });
  expect(whole.steps).toHaveLength(90);
  expect(Math.min(...whole.steps.slice(0, -1).map(({ on }) => on))).toBeGreaterThan(1000);
  expect((await read('getTraffic', { step: 'hour' })).total.on).toBeGreaterThan(1000);
  expect(new Set(all.marks.map(({ kind }) => kind))).toEqual(new Set(['change', 'batch', 'pause']));

  const query = { search: 'Narrow Harbour' };
  const [app] = (await server.call('getAllApp', { as, query })).body.data;
  const { steps, marks } = await read('getAppTraffic', {}, app.appID);
  const cause = marks.find(
    (mark) =>
      mark.kind === 'change' && mark.entity === 'app-configuration' && mark.action === 'update',
  );
  expect(cause).toMatchObject({ fields: expect.arrayContaining(['country']) });
  const day = steps.findIndex(({ at }) => at.slice(0, 10) === cause?.at.slice(0, 10));
  const [before, after] = [steps[day - 1], steps[day + 1]];
  // How much is asked depends on the day of the week.
  const on = before?.on ?? 0;
  expect(after?.on).toBeLessThan(on * 0.7);
  expect(before?.off.country).toBe(0);
  expect(after?.off.country).toBeGreaterThan(on * 0.3);
});

it('has compared its days', async () => {
  const compared = async (query: Record<string, string>) =>
    (await server.call('compareTraffic', { as, query })).body.data as TrafficComparison;
  const fewer = await compared({});
  expect(fewer.weeks).toBe(4);
  expect(fewer.decreases.map(({ name }) => name)).toContain('Falling Feather');
  const { decreases } = await compared({ of: 'on' });
  expect(decreases.map(({ name }) => name)).toContain('Narrow Harbour');
});

it('has an example of each finding about apps', async () => {
  const { findings }: AppStats = (await server.call('appStats', { as })).body.data;
  const found = findings.map(({ rule }) => rule);
  const wanted = findingRuleNames.filter((rule) => sourceOf(rule) !== 'installation');
  expect(wanted.filter((rule) => !found.includes(rule))).toEqual([]);
});

it('leaves an active and an ended pause of one app each', async () => {
  for (const [state, label] of [
    ['active', 'Driftwood Dash'],
    ['ended', 'Monsoon Radar'],
  ] as const) {
    const { body } = await server.call('getPauses', { as, query: { state } });
    expect(body.data).toMatchObject([{ scope: 'app', label, apps: 1 }]);
    const [app] = (await server.call('getAllApp', { as, query: { search: label } })).body.data;
    expect(app, label).toMatchObject({ appStatus: 'live', adsStatus: 'on' });
  }
  const log = await changes({ entity: 'pause' });
  expect(log.map(({ action, name }) => [action, name])).toEqual([
    ['create', 'Driftwood Dash'],
    ['end', 'Monsoon Radar'],
    ['create', 'Monsoon Radar'],
  ]);
});

it.each([
  ['app', 'Lucky Parrot Slots'],
  ['user', 'Felix Varga'],
])('leaves a deleted %s that can be restored', async (entity, name) => {
  const [deleted] = await changes({ action: 'delete', entity });
  expect(deleted?.name).toBe(name);
  const answer = await server.call('restoreChange', { as, id: deleted?.seq ?? 0 });
  expect(answer.status, answer.text).toBe(200);
});

it('leaves changes that are scheduled, and one that waits for approval', async () => {
  const requests = async (state: ChangeRequestState) =>
    (await server.call('getChangeRequests', { as, query: { state } })).body.data;
  const scheduled = await requests('scheduled');
  expect(scheduled.map(({ diff }: ChangeRequest) => diff[0]?.after).sort()).toEqual(['off', 'on']);
  const [waiting] = await requests('in-review');
  expect(waiting).toMatchObject({ approval: true, author: { name: 'Amara Nwosu' } });
});

it('leaves a batch of an owner, and one that was undone', async () => {
  const { body } = await server.call('getBatches', { as });
  const batches: Batch[] = body.data;
  expect(batches.map(({ kind, state, by }) => [kind, state, by.name])).toEqual([
    ['undo', 'done', 'Administrator'],
    ['edit', 'done', 'Administrator'],
    ['edit', 'done', 'Priya Raghunathan'],
  ]);
  const [undo, undone, moved] = batches;
  expect(undone?.undoneBy).toBe(undo?.id);
  for (const { changed, total } of batches) expect(changed).toBe(total);
  expect(moved?.changed).toBeGreaterThan(5);
  expect(Date.now() - Date.parse(moved?.at ?? '')).toBeGreaterThan(2 * 86_400_000);
  const logged = await changes({ entity: 'batch' });
  expect(logged.map(({ key }) => key)).toEqual(batches.map(({ id }) => id));
});

it('prints sign-ins that work', async () => {
  expect(printed).toContain(adminEmail);
  const [, users = ''] = /Users: +(.+)/.exec(printed) ?? [];
  const [, password = ''] = /Their password: +(\S+)/.exec(printed) ?? [];
  expect(users.split(', ')).toHaveLength(8);
  expect(await server.signInUser('mara', password)).toBeTruthy();
});

it('refuses a database that is not empty', async () => {
  const { stdout, stderr } = await runDemo().then(
    () => ({ stdout: 'it ran again', stderr: '' }),
    (error: { stdout: string; stderr: string }) => error,
  );
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^The database has apps or users already.*\n$/);
});
