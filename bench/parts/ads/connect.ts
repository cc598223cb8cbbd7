import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '../../../deploy/programs/postgres.ts';
import { pathOfLine } from '../../clients/answers.ts';
import { signIn } from '../../clients/api.ts';
import { look } from '../../clients/connect-people.ts';
import { halfOfPeak, startConstantLoad } from '../../clients/constant-rate.ts';
import type { DataSet } from '../../data-sets/data-set.ts';
import type { DataSets } from '../../data-sets/data-sets.ts';
import { judge, type Verdict } from '../../measuring/report.ts';
import { median } from '../../measuring/statistics.ts';
import { type Server, startServer } from '../../servers/server.ts';
import { measureCost } from './connect-cost.ts';
import { moveToPostgres } from './spread.ts';

const shownTurns = 40;
const mostMs = 2_000;
/** A request that is not shown by then never will be. */
const lostMs = 15_000;

/**
 * Measures the time from the answer to a phone until it is shown, in milliseconds, while the first node answers ads at half of
 * its peak. `lines` are the requests of the apps that are looked at. Nobody else requests these apps, so `others` are the rest.
 */
async function measureShown(
  name: string,
  nodes: Server[],
  { data, lines, others }: { data: DataSet; lines: string[]; others: string[] },
): Promise<Verdict> {
  const urlsFile = join(data.dataDir, 'urls-of-others.txt');
  writeFileSync(urlsFile, `${others.join('\n')}\n`);
  const [first] = nodes as [Server];
  const api = await signIn(first.port);
  const rate = await halfOfPeak(first, urlsFile);
  const ads = await startConstantLoad(first.port, urlsFile, rate);
  const times: number[] = [];
  for (const [turn, line] of lines.entries()) {
    const [asked, looked] = [nodes[turn % nodes.length], nodes[(turn + 1) % nodes.length]];
    const path = pathOfLine(line);
    const appID = new URL(path, 'http://x').searchParams.get('appID') as string;
    const shown = Promise.withResolvers<number>();
    const end = await look((looked as Server).port, api, appID, ({ answer }) => {
      if (answer) shown.resolve(performance.now());
    });
    const isEarly = await Promise.race([shown.promise, pause(1, null)]);
    if (isEarly !== null) throw new Error(`${appID} has an answer before its first request`);
    const answer = await fetch(`http://127.0.0.1:${(asked as Server).port}${path}`);
    await answer.arrayBuffer();
    const answered = performance.now();
    const late = setTimeout(() => shown.reject(new Error(`${appID} is not shown`)), lostMs);
    times.push(Math.max(0, (await shown.promise) - answered));
    clearTimeout(late);
    end();
  }
  await ads.end();
  api.close();
  await Promise.all(nodes.map((node) => node.stop()));
  const label = `${name}: first request of ${lines.length} apps, until the last one is shown`;
  const detail = `p50 ${median(times).toFixed(0)} ms; with ads at ${rate}/s`;
  return judge(label, Math.max(...times), { atMost: mostMs }, { unit: ' ms', detail });
}

/** Measures how soon Connect shows the first request, and the cost of an answer while people look. */
export async function measureConnect(sets: DataSets): Promise<Verdict[]> {
  const data = await sets.many();
  const verdicts = [await measureCost('100,000 apps', data, sets.folder('connect-cost'))];
  const few = await sets.few();
  verdicts.push(await measureCost('100 apps, all looked at', few, sets.folder('connect-cost-few')));
  const lines = readFileSync(data.urlsFile, 'utf8').trimEnd().split('\n');
  // Each part takes other apps: the last answer of an app stays for ten minutes.
  const next = () => ({ data, lines: lines.splice(0, shownTurns), others: lines });
  const one = await startServer(data.dataDir);
  verdicts.push(await measureShown('SQLite, one process', [one], next()));
  const workers = await startServer(data.dataDir, { settings: { WORKERS: '2' } });
  verdicts.push(await measureShown('SQLite, two workers', [workers], next()));
  const postgres = await startPostgres();
  try {
    const folders = [sets.folder('connect-1'), sets.folder('connect-2')];
    const nodes = await moveToPostgres(data, postgres.url, folders);
    verdicts.push(await measureShown('PostgreSQL, two nodes', nodes, next()));
  } finally {
    await postgres.remove();
  }
  return verdicts;
}
