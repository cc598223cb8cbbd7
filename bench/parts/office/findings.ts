import { cpSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { adUnitSlots } from '@adwarden/contract/ad-units';
import { findingRuleNames, findingSeverities } from '@adwarden/contract/findings/rules';
import { type Api, signIn } from '../../clients/api.ts';
import { formatTimes, halfOfPeak, startConstantLoad } from '../../clients/constant-rate.ts';
import type { DataSet } from '../../data-sets/data-set.ts';
import type { DataSets } from '../../data-sets/data-sets.ts';
import { withoutRun } from '../../measuring/judged.ts';
import { judge, log, type Verdict } from '../../measuring/report.ts';
import { median, percentile, seededRandom } from '../../measuring/statistics.ts';
import { startServer } from '../../servers/server.ts';
import { type Change, makeVariant } from '../../tricks/variant.ts';

const most = { saveMs: 3, checkMs: 20, pageMs: 60, leastFindings: 20_000, riseMs: 5 };
const saves = 1200;
const checks = 300;
const pages = 300;
const pauseMs = 5;
const rounds = { run: 4, windows: 12 };
/** A run begins 10 s after the start (server/src/kit/hourly.ts) and lasts some minutes. */
const seconds = { untilRun: 15, window: 2 };

const ms = { unit: ' ms', digits: 1 };
const p95 = (times: number[]) => percentile(times, 0.95);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The change that makes a server that does not judge what is saved. */
const withoutJudging: Change = {
  file: 'features/findings/judging/written.service.ts',
  find: 'const all = [...appIDs];',
  put: 'const all: string[] = [];',
};

/** The edits that people save: a note, which no rule looks at, and a field that is compared with other apps. */
const edits = {
  note: (index: number) => ({ note: `Saved ${index}` }),
  'ad unit': (index: number) => ({ googleBanner1: `ca-app-pub-1234567890123456/${1e9 + index}` }),
  account: (index: number) => ({ accountName: `Lanternfield ${index % 200}` }),
};

/** Saves the same edits in turns at a server and at one that does not judge what is saved. */
async function measureSaves(judging: Api, plain: Api, appIDs: string[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const [what, edit] of Object.entries(edits)) {
    const times = { judging: [] as number[], plain: [] as number[] };
    for (let index = 0; index < saves; index += 1) {
      const id = appIDs[(index * 97) % appIDs.length] as string;
      const save = (api: Api) => timed(() => api.call('updateApp', { id, body: edit(index) }));
      times.judging.push(await save(judging));
      times.plain.push(await save(plain));
      await pause(pauseMs);
    }
    const detail = `p95 ${p95(times.judging).toFixed(1)}, without ${p95(times.plain).toFixed(1)}; p50 ${median(times.judging).toFixed(1)}, without ${median(times.plain).toFixed(1)} ms`;
    verdicts.push(
      judge(
        `a save with all findings, ${what}: p95 more`,
        p95(times.judging) - p95(times.plain),
        { atMost: most.saveMs },
        { ...ms, detail },
      ),
    );
  }
  return verdicts;
}

/** Calls `checkApp` as the form does while somebody types an ad unit. */
async function measureChecks(api: Api, appIDs: string[]): Promise<Verdict> {
  const times: number[] = [];
  for (let index = 0; index < checks; index += 1) {
    const appID = appIDs[(index * 89) % appIDs.length] as string;
    const slot = adUnitSlots[index % adUnitSlots.length]?.name ?? '';
    const text = 'ca-app-pub-1234567890123456/1234567890'.slice(0, 1 + (index % 38));
    times.push(await timed(() => api.call('checkApp', { body: { appID, [slot]: text } })));
  }
  return judge('checkApp while typing: p95', p95(times), { atMost: most.checkMs }, ms);
}

/** Measures pages of the findings, first and random ones: without a filter, by rule, by severity and by account. */
async function measurePages(
  api: Api,
  call: 'getFindings' | 'getAppsWithFindings',
): Promise<Verdict[]> {
  const random = seededRandom(11);
  const filters = [
    {},
    { account: 'lanternfield 7' },
    ...findingRuleNames.map((rule) => ({ rule })),
    ...findingSeverities.map((severity) => ({ severity })),
  ];
  const times: number[] = [];
  let all = 0;
  for (let index = 0; index < pages; index += 1) {
    const filter = filters[index % filters.length] ?? {};
    let total = 0;
    const page = async (number: number) => {
      const answer = await api.call(call, { query: { page: number, ...filter } });
      total = JSON.parse(String(answer)).total;
    };
    times.push(await timed(() => page(0)));
    all = Math.max(all, total);
    const randomPage = Math.floor((random() * total) / 10);
    times.push(await timed(() => page(randomPage)));
  }
  return [
    ...(call === 'getFindings'
      ? [judge('findings: number', all, { atLeast: most.leastFindings })]
      : []),
    judge(`${call}, a page: p95`, p95(times), { atMost: most.pageMs }, ms),
  ];
}

/** Measures the ads' p99 in windows while a server judges all apps, and at the same age of a server that does not. */
async function measureRun(data: DataSet, idle: string): Promise<Verdict> {
  const found: { running: number; idle: number }[] = [];
  let rate = 0;
  async function windows(main: string | undefined): Promise<number> {
    const server = await startServer(data.dataDir, main ? { main } : {});
    rate ||= await halfOfPeak(server, data.urlsFile);
    const ads = await startConstantLoad(server.port, data.urlsFile, rate);
    await pause(seconds.untilRun * 1000);
    const p99: number[] = [];
    for (let index = 0; index < rounds.windows; index += 1) {
      ads.reset();
      await pause(seconds.window * 1000);
      const times = await ads.window();
      p99.push(times.p99);
      log(`${main ? 'without' : 'with'} the run: ${formatTimes(times)}`);
    }
    await Promise.all([ads.end(), server.stop()]);
    return median(p99);
  }
  for (let round = 0; round < rounds.run; round += 1) {
    found.push({ running: await windows(undefined), idle: await windows(idle) });
  }
  const rises = found.map(({ running, idle }) => running - idle);
  const detail = `rounds ${rises.map((rise) => rise.toFixed(1)).join(', ')} ms; at ${rate}/s, half of the peak`;
  return judge(
    'ads while the server judges all apps: rise of p99',
    median(rises),
    { atMost: most.riseMs },
    { ...ms, detail },
  );
}

/** Measures the costs of findings with 100,000 apps: the hourly run, a page, a check while typing, and a save. */
export async function measureFindings(sets: DataSets): Promise<Verdict[]> {
  const data = await sets.many();
  const plainDir = sets.folder('plain');
  cpSync(data.dataDir, plainDir, { recursive: true });
  const idle = makeVariant(sets.folder('idle'), { changes: [withoutRun] });
  const silent = makeVariant(sets.folder('silent'), { changes: [withoutRun, withoutJudging] });
  const verdicts = [await measureRun(data, idle)];
  const servers = [
    await startServer(data.dataDir, { main: idle }),
    await startServer(plainDir, { main: silent }),
  ] as const;
  const [judging, plain] = [await signIn(servers[0].port), await signIn(servers[1].port)];
  verdicts.push(...(await measurePages(judging, 'getFindings')));
  verdicts.push(...(await measurePages(judging, 'getAppsWithFindings')));
  verdicts.push(await measureChecks(judging, data.appIDs));
  verdicts.push(...(await measureSaves(judging, plain, data.appIDs)));
  for (const api of [judging, plain]) api.close();
  await Promise.all(servers.map((server) => server.stop()));
  return verdicts;
}
