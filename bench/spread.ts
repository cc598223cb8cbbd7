import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../deploy/test/postgres.ts';
import { getRequest, openConnection } from './answers.ts';
import { type Api, signIn } from './api.ts';
import type { DataSet } from './data-set.ts';
import { type DataSets, timed } from './data-sets.ts';
import { output, start } from './processes.ts';
import { judge, tell, type Verdict } from './report.ts';
import { type Server, startServer } from './server.ts';
import { percentile, seededRandom } from './statistics.ts';
import { halfOfPeak, shownSteady, startSteady } from './steady.ts';

const changes = 200;
const mostMs = 250;
/** A change that is not seen by then is lost. */
const lostMs = 10_000;

const move = fileURLToPath(new URL('../server/src/cli/move-to-postgres.ts', import.meta.url));
type Pair = [writing: Server, reading: Server];

/** Asks for one app's ads again and again until the answer has this in it. */
async function watch(port: number) {
  let heard = (_body: string) => {};
  const { socket, ask } = await openConnection(port, (_head, body) => heard(body));
  const once = (url: string) =>
    new Promise<string>((resolve) => {
      heard = resolve;
      ask(getRequest(url));
    });
  return {
    async mustLack(url: string, text: string): Promise<void> {
      if ((await once(url)).includes(text)) throw new Error(`"${text}" is there already`);
    },
    async until(url: string, text: string): Promise<number> {
      const began = performance.now();
      while (!(await once(url)).includes(text)) {
        if (performance.now() - began > lostMs) throw new Error(`"${text}" does not come`);
        await pause(1);
      }
      return performance.now();
    },
    end: () => socket.destroy(),
  };
}

/**
 * Changes apps at one node and asks for each at the other until it has the new answer. Answers the
 * milliseconds from when the writer's answer came, which is after the commit, and from when the write was
 * sent, which is before it: the true time is between the two.
 */
async function spread(writer: Api, reader: Server, { appIDs }: DataSet, urls: string[]) {
  const watcher = await watch(reader.port);
  // Other names than in another run on the same apps.
  const mark = Date.now().toString(36);
  const random = seededRandom(200);
  const times: { sinceSent: number; sinceAnswer: number }[] = [];
  for (let index = 0; index < changes; index += 1) {
    const which = Math.floor(random() * appIDs.length);
    const appName = `Timer ${mark} ${index}`;
    await watcher.mustLack(urls[which] as string, appName);
    const sent = performance.now();
    const seen = watcher.until(urls[which] as string, appName);
    seen.catch(() => {});
    await writer.call('updateApp', { id: appIDs[which] as string, body: { appName } });
    const answered = performance.now();
    const at = await seen;
    times.push({ sinceSent: at - sent, sinceAnswer: Math.max(0, at - answered) });
    // Not in step with whatever the other node does regularly.
    await pause(random() * 100);
  }
  watcher.end();
  return times;
}

/** The times of 200 changes while the reading node is asked at half of its peak. */
async function measurePair(name: string, nodes: Pair, data: DataSet, urls: string[]) {
  const [first, second] = nodes;
  const rate = await halfOfPeak(second, data.urlsFile);
  const writer = await signIn(first.port);
  const load = await startSteady(second.port, data.urlsFile, rate);
  load.forget();
  const times = await spread(writer, second, data, urls);
  const steady = await load.window();
  await load.end();
  writer.close();
  await Promise.all(nodes.map((node) => node.stop()));

  const p = (share: number, of: 'sinceSent' | 'sinceAnswer') =>
    percentile(
      times.map((each) => each[of]),
      share,
    );
  tell(
    `${name}: from the write's answer p50 ${p(0.5, 'sinceAnswer').toFixed(1)} p99 ${p(0.99, 'sinceAnswer').toFixed(1)} ms;` +
      ` ads meanwhile ${shownSteady(steady)}`,
  );
  const detail = `p50 ${p(0.5, 'sinceSent').toFixed(1)}, most ${p(1, 'sinceSent').toFixed(1)} ms, at ${rate}/s; the write's own time is in it`;
  return judge(
    `${name}: p99 of a change's way`,
    p(0.99, 'sinceSent'),
    { atMost: mostMs },
    {
      unit: ' ms',
      digits: 1,
      detail,
    },
  );
}

/** Moves a data directory into a new PostgreSQL and starts two nodes on it. */
async function startNodes(data: DataSet, url: string, folders: string[]): Promise<Server[]> {
  const settings = {
    DATABASE_URL: url,
    SECRET_KEY: readFileSync(join(data.dataDir, 'secret.key'), 'utf8').trim(),
  };
  const env = { PATH: process.env.PATH, DATA_DIR: data.dataDir, ...settings };
  await output(start(process.execPath, [move], { cwd: data.dataDir, env, stdout: 'pipe' }));
  const nodes: Server[] = [];
  for (const folder of folders) nodes.push(await startServer(folder, { settings }));
  return nodes;
}

/**
 * How long a change takes from one node into the answers of another, while that one is asked at half of its
 * peak: between processes on one SQLite file, and between nodes on PostgreSQL.
 */
export async function measureSpread(sets: DataSets): Promise<Verdict[]> {
  const data = await sets.many();
  const urls = readFileSync(data.urlsFile, 'utf8').trimEnd().split('\n');
  const processes = [await startServer(data.dataDir), await startServer(data.dataDir)];
  const sqlite = await measurePair('SQLite, two processes', processes as Pair, data, urls);

  const postgres = await startPostgres();
  try {
    const folders = [sets.folder('node-1'), sets.folder('node-2')];
    const nodes = await timed('the same in PostgreSQL, two nodes', () =>
      startNodes(data, postgres.url, folders),
    );
    return [sqlite, await measurePair('PostgreSQL, two nodes', nodes as Pair, data, urls)];
  } finally {
    await postgres.remove();
  }
}
