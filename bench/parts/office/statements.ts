import { type CallName, calls } from '@adwarden/contract/calls';
import { countedFilters } from '@adwarden/contract/filter-values';
import { viewLists } from '@adwarden/contract/views/views';
import { apiOf, signIn } from '../../clients/api.ts';
import type { DataSet } from '../../data-sets/data-set.ts';
import { type DataSets, timed } from '../../data-sets/data-sets.ts';
import { addLog } from '../../data-sets/log-data.ts';
import { type SignedInOwner, signInOwners } from '../../data-sets/owners-data.ts';
import { addRequestsAndMutes } from '../../data-sets/requests-data.ts';
import { withTraffic } from '../../data-sets/traffic-data.ts';
import { judge, log, type Verdict } from '../../measuring/report.ts';
import { startServer } from '../../servers/server.ts';

const hours = 49;
const logSize = { entries: 900_000, large: 9_000 };
const requests = 60_000;
const dayMs = 86_400_000;

type Query = Record<string, string>;

const day = (back: number) => new Date(Date.now() - back * dayMs).toISOString().slice(0, 10);
const searches: Query[] = ['photo', 'Xylograph', 'ph', 'a', 'ca-app-pub', 'zzzz', 'com.'].map(
  (search) => ({ page: '0', search }),
);
const ofLists: Query[] = [
  {},
  ...searches,
  ...['appName', '-fullName', 'requests7d', 'category'].map((sort) => ({ page: '0', sort })),
  { page: '5000', sort: 'appName' },
  { page: '0', adsStatus: 'off', appStatus: 'live' },
  { page: '0', finding: 'any' },
];
const ofTraffic: Query[] = [{}, { from: day(80) }, { step: 'hour' }, { country: 'IN' }];
const ofFindings: Query[] = [
  {},
  { search: 'photo' },
  { search: 'a' },
  { search: 'com' },
  ...['true', 'false'].map((muted) => ({ muted })),
  { muted: 'true', search: 'com' },
  { muted: 'true', severity: 'warning' },
  { rule: 'countries-without-effect', muted: 'true' },
  { account: 'nile' },
  { page: '500' },
];
/** The questions to calls that take long with some of them; the other calls get only the first question of a page. */
const questions: Partial<Record<CallName, Query[]>> = {
  getAllApp: ofLists,
  getApp: ofLists,
  exportApps: [{ format: 'json', search: 'photo' }],
  getConfigureApp: searches,
  getFilterValues: [
    ...countedFilters.map((field) => ({ field })),
    { field: 'account', search: 'a' },
    { field: 'userID', find: 'lee' },
    { field: 'finding', search: 'com.' },
  ],
  getViews: viewLists.map((list) => ({ list })),
  getRemainingApp: searches,
  getUser: [{ page: '0' }, { page: '0', search: 'lee' }, { page: '0', sort: 'noOfApps' }],
  getTraffic: ofTraffic,
  getAppTraffic: ofTraffic,
  exportTraffic: ofTraffic,
  compareTraffic: [{}, { days: '7' }, { days: '7', by: 'account' }],
  getFindings: ofFindings,
  getAppsWithFindings: ofFindings,
  getChangeRequests: [
    {},
    ...['photo', 'holidays', 'zzzz', 'a', 'owner'].map((search) => ({ search })),
    { state: 'open' },
    { state: 'applied', search: 'photo' },
    { sort: 'at' },
    { page: '500' },
  ],
  getChanges: [
    {},
    { page: '50' },
    { page: '5000' },
    { pageSize: '100' },
    ...['Change 5', 'ch', 'large', 'bench'].map((search) => ({ search })),
    ...['app', 'app-configuration', 'user', 'pause'].map((entity) => ({ entity })),
    { entity: 'app', action: 'update', from: day(2) },
    { gone: 'true', entity: 'app' },
    { action: 'delete' },
    { actorKind: 'user' },
    { actor: 'nobody' },
    { from: day(80), to: day(1) },
  ],
};

type Asked = DataSet & { owner: SignedInOwner };

async function makeData(sets: DataSets): Promise<Asked> {
  const name = `traffic of 90 days, 900,000 more entries of the log, 60,000 change requests`;
  return timed(name, async () => {
    const copy = await withTraffic(await sets.many(), sets.folder('statements'), hours);
    const [owner] = signInOwners(copy, { owners: 1, appsOfEach: 1_000 });
    if (!owner) throw new Error('There is no owner');
    await addLog(copy, owner.id, logSize);
    await addRequestsAndMutes(copy, requests);
    return { ...copy, owner };
  });
}

/** Asks all reads at 100,000 apps and 1,000,000 entries of the log, and finds the statements that take too long (ADR 65). */
export async function measureStatements(sets: DataSets): Promise<Verdict[]> {
  const { asked, slow } = await askAll(await makeData(sets));
  for (const line of slow) log(line);
  return [
    judge(
      'statements of reads over 100 ms, 100,000 apps, 1,000,000 entries',
      slow.length,
      { atMost: 0 },
      { detail: `${asked} questions` },
    ),
  ];
}

/** Asks everything once; returns how many questions it asked, and a line for each slow statement. */
async function askAll(data: Asked): Promise<{ asked: number; slow: string[] }> {
  const slow: string[] = [];
  let asking = '';
  let cut = '';
  const server = await startServer(data.dataDir, {
    settings: { LOG_LEVEL: 'debug' },
    mostStartMs: 300_000,
    onLog(text) {
      const lines = `${cut}${text}`.split('\n');
      cut = lines.pop() ?? '';
      for (const line of lines.filter((each) => each.includes('a slow statement'))) {
        const { ms, sql, party } = JSON.parse(line);
        // The program's own statements are no reads of a person: it prunes soon after its start.
        if (asking && party !== 'program') slow.push(`${asking}: ${ms} ms of ${sql}`);
      }
    },
  });
  const admin = await signIn(server.port);
  const owner = apiOf(server.port, data.owner.bearer);
  const ids: Record<string, string> = {
    appID: data.appIDs[5] as string,
    userID: data.owner.userID,
    account: 'Nile 5',
  };
  let asked = 0;
  for (const [name, call] of Object.entries(calls)) {
    const { method, path, who } = call as { method: string; path: string; who: string };
    const [, parameter] = /:(\w+)/.exec(path) ?? [];
    if (method !== 'GET' || who === 'anyone' || (parameter && !ids[parameter])) continue;
    for (const [person, api] of Object.entries({ admin, user: owner })) {
      if (who !== 'signed-in' && who !== person) continue;
      for (const query of questions[name as CallName] ?? [{}]) {
        asking = `${person} ${name} ${JSON.stringify(query)}`;
        // Some questions are for administrators only.
        const id = parameter && ids[parameter];
        await api.call(name as CallName, { query, ...(id && { id }) }).catch((error: Error) => {
          const isRefused = /answers (403|404)|for administrators only/.test(error.message);
          if (!isRefused) throw new Error(`${asking}: ${error.message}`);
        });
        asked += 1;
      }
    }
  }
  admin.close();
  owner.close();
  await server.stop();
  return { asked, slow };
}
