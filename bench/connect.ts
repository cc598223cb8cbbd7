import { readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '@adwarden/contract/connections/connections';
import { pathOf } from '@adwarden/contract/routes';
import { startPostgres } from '../deploy/programs/postgres.ts';
import { pathOfLine } from './answers.ts';
import { type Api, apiOf, signIn } from './api.ts';
import type { DataSet } from './data-set.ts';
import type { DataSets } from './data-sets.ts';
import { load } from './driver.ts';
import { cpuTimeOfAll } from './processes.ts';
import { judge, log, type Verdict } from './report.ts';
import { type Server, startServer } from './server.ts';
import { moveToPostgres } from './spread.ts';
import { median } from './statistics.ts';

/** People who look at the same time, each at another app. */
const people = 100;
const leastRatio = 0.99;
const shownTurns = 40;
const mostMs = 2_000;
/** A request that is not shown by then never will be. */
const lostMs = 15_000;
const seconds = { warming: 8, load: 180, settling: 1, slice: 3 };

/** Reads the stream of an app's answers, and opens it again when it ends, as the web app does. Returns what ends it. */
function follow(port: number, { bearer }: Api, appID: string, onEvent: (data: Connection) => void) {
  const headers = { authorization: `Bearer ${bearer}`, accept: 'text/event-stream' };
  const path = pathOf('getConnection', appID);
  let hasEnded = false;
  let current = open();

  function open() {
    const asked = get({ host: '127.0.0.1', port, path, agent: false, headers }, (response) => {
      if (response.statusCode !== 200) throw new Error(`${path} answers ${response.statusCode}`);
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        const events = (text + part).split('\n\n');
        text = events.pop() ?? '';
        for (const event of events) onEvent(JSON.parse(event.replace(/^data: /, '')));
      });
      response.on('end', () => {
        if (!hasEnded) current = open();
      });
    });
    return asked.on('error', (error) => {
      if (!hasEnded) throw error;
    });
  }
  return () => {
    hasEnded = true;
    current.destroy();
  };
}

/** Opens Connect for an app; resolves when the stream has begun. */
async function look(port: number, api: Api, appID: string, onEvent: (data: Connection) => void) {
  await api.call('connectApp', { id: appID });
  const begun = Promise.withResolvers<void>();
  const end = follow(port, api, appID, (data) => {
    begun.resolve();
    onEvent(data);
  });
  await begun.promise;
  return end;
}

/** From the answer to a phone until it is shown, in milliseconds, while all nodes answer as many ads as they can. */
async function measureShown(name: string, nodes: Server[], data: DataSet): Promise<Verdict> {
  const lines = readFileSync(data.urlsFile, 'utf8').trimEnd().split('\n');
  // Nobody else requests the apps that are looked at.
  const urlsFile = join(data.dataDir, 'urls-of-others.txt');
  writeFileSync(urlsFile, `${lines.slice(shownTurns).join('\n')}\n`);
  const api = await signIn((nodes[0] as Server).port);
  const duration = seconds.warming + Math.ceil(shownTurns * 1.8);
  const loads = nodes.map((node) => load(node, urlsFile, duration));
  await pause(seconds.warming * 1000);
  const times: number[] = [];
  for (const [turn, line] of lines.slice(0, shownTurns).entries()) {
    const [asked, looked] = [nodes[turn % nodes.length], nodes[(turn + 1) % nodes.length]];
    const path = pathOfLine(line);
    const appID = new URL(path, 'http://x').searchParams.get('appID') as string;
    const shown = Promise.withResolvers<number>();
    const end = await look((looked as Server).port, api, appID, ({ answer }) => {
      if (answer) shown.resolve(performance.now());
    });
    const answer = await fetch(`http://127.0.0.1:${(asked as Server).port}${path}`);
    await answer.arrayBuffer();
    const answered = performance.now();
    const late = setTimeout(() => shown.reject(new Error(`${appID} is not shown`)), lostMs);
    times.push(Math.max(0, (await shown.promise) - answered));
    clearTimeout(late);
    end();
  }
  const found = await Promise.all(loads);
  api.close();
  await Promise.all(nodes.map((node) => node.stop()));
  log(`${name}: ads ${found.map(({ perSecond }) => perSecond.toFixed(0)).join(' and ')}/s`);
  const label = `${name}: first request of ${shownTurns} apps, until the last one is shown`;
  const detail = `p50 ${median(times).toFixed(0)} ms`;
  return judge(label, Math.max(...times), { atMost: mostMs }, { unit: ' ms', detail });
}

/** Ends all watches, as ten minutes would. */
function endWatches(dataDir: string): void {
  const db = new DatabaseSync(join(dataDir, 'adwarden.db'));
  db.exec('pragma busy_timeout = 5000; delete from app_watch');
  db.close();
}

/** The processor time of the server and the number of its 200s so far. */
async function usageOf({ pid, port }: Server): Promise<{ cpuMs: number; answers: number }> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const answers = Number(/^adwarden_ads_answers_total\{outcome="ok"\} (\d+)/m.exec(text)?.[1]);
  return { cpuMs: cpuTimeOfAll(pid) ?? Number.NaN, answers };
}

/** The processor time of an answer in the next seconds, in microseconds. */
async function costOfNext(server: Server): Promise<number> {
  const before = await usageOf(server);
  await pause(seconds.slice * 1000);
  const after = await usageOf(server);
  return ((after.cpuMs - before.cpuMs) * 1000) / (after.answers - before.answers);
}

/**
 * Compares the processor time of an answer with and without people who look: in short turns during one load, because a
 * machine gets slower or faster in the course of seconds. Beginning and leaving are not measured.
 */
async function measureCost(name: string, data: DataSet): Promise<Verdict> {
  const server = await startServer(data.dataDir, { core: 'server' });
  const api = await signIn(server.port);
  const watched = data.appIDs.slice(0, people);
  // Each has one connection.
  const apis = watched.map(() => apiOf(server.port, api.bearer));
  let hasEnded = false;
  const loaded = load(server, data.urlsFile, seconds.load, { core: 'driver' }).finally(() => {
    hasEnded = true;
  });
  await pause(seconds.warming * 1000);
  let events = 0;

  async function usual(): Promise<number> {
    await pause(seconds.settling * 1000);
    return costOfNext(server);
  }
  async function looking(): Promise<number> {
    const count = () => {
      events += 1;
    };
    const ends = await Promise.all(
      watched.map((appID, index) => look(server.port, apis[index] as Api, appID, count)),
    );
    await pause(seconds.settling * 1000);
    const cost = await costOfNext(server);
    for (const end of ends) end();
    endWatches(data.dataDir);
    return cost;
  }

  const costs = { usual: [] as number[], looking: [] as number[] };
  const ratios: number[] = [];
  for (let round = 1; !hasEnded; round += 1) {
    const before = round % 2 ? await usual() : null;
    const one = await looking();
    const other = before ?? (await usual());
    // The last round may have been without load.
    if (hasEnded) break;
    costs.looking.push(one);
    costs.usual.push(other);
    ratios.push(other / one);
  }
  const { perSecond } = await loaded;
  for (const each of [api, ...apis]) each.close();
  await server.stop();
  const sorted = ratios.toSorted((one, other) => one - other).map((one) => one.toFixed(3));
  log(`${name}: ${perSecond.toFixed(0)} answers/s, ${events} events; ratios ${sorted.join(' ')}`);
  const label = `${name}: processor time per answer / while ${people} people look`;
  const detail = `${median(costs.usual).toFixed(2)} and ${median(costs.looking).toFixed(2)} µs`;
  return judge(label, median(ratios), { atLeast: leastRatio }, { digits: 3, detail });
}

/** How soon Connect shows the first request, and what an answer costs while people look. */
export async function measureConnect(sets: DataSets): Promise<Verdict[]> {
  const data = await sets.many();
  const verdicts = [await measureCost('100,000 apps', data)];
  verdicts.push(await measureCost('100 apps, all looked at', await sets.few()));
  const one = await startServer(data.dataDir);
  verdicts.push(await measureShown('SQLite, one process', [one], data));
  const workers = await startServer(data.dataDir, { settings: { WORKERS: '2' } });
  verdicts.push(await measureShown('SQLite, two workers', [workers], data));
  const postgres = await startPostgres();
  try {
    const folders = [sets.folder('connect-1'), sets.folder('connect-2')];
    const nodes = await moveToPostgres(data, postgres.url, folders);
    verdicts.push(await measureShown('PostgreSQL, two nodes', nodes, data));
  } finally {
    await postgres.remove();
  }
  return verdicts;
}
