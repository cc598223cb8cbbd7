import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../deploy/programs/postgres.ts';
import { getRequest, openConnection } from './answers.ts';
import { type Api, signIn } from './api.ts';
import { formatTimes, halfOfPeak, startConstantLoad } from './constant-rate.ts';
import type { DataSet } from './data-set.ts';
import { type DataSets, timed } from './data-sets.ts';
import { output, start } from './processes.ts';
import { judge, log, type Verdict } from './report.ts';
import { type Server, type ServerOptions, startServer } from './server.ts';
import { percentile, seededRandom } from './statistics.ts';

const changes = 200;
const mostMs = 250;
/** A change that is not seen within this time counts as lost. */
const lostMs = 10_000;

const move = fileURLToPath(new URL('../server/src/cli/move-to-postgres.ts', import.meta.url));
type Pair = [writing: Server, reading: Server];

/** Requests an app's ads again and again until the answer contains a text. */
async function watch(port: number) {
  let onBody = (_body: string) => {};
  const { socket, send } = await openConnection(port, (_head, body) => onBody(body));
  const once = (url: string) =>
    new Promise<string>((resolve) => {
      onBody = resolve;
      send(getRequest(url));
    });
  return {
    async assertMissing(url: string, text: string): Promise<void> {
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
 * Changes apps at one node, and requests each app at the other node until its answer is new. Returns two times for each
 * change, in milliseconds: since the write was sent (before the commit), and since it was answered (after the commit).
 * The true time is between the two.
 */
async function spread(writer: Api, reader: Server, { appIDs }: DataSet, urls: string[]) {
  const watcher = await watch(reader.port);
  // A new mark, so that the names differ from those of an earlier run on the same apps.
  const mark = Date.now().toString(36);
  const random = seededRandom(200);
  const times: { sinceSent: number; sinceAnswer: number }[] = [];
  for (let index = 0; index < changes; index += 1) {
    const which = Math.floor(random() * appIDs.length);
    const appName = `Timer ${mark} ${index}`;
    await watcher.assertMissing(urls[which] as string, appName);
    const sent = performance.now();
    const seen = watcher.until(urls[which] as string, appName);
    seen.catch(() => {});
    await writer.call('updateApp', { id: appIDs[which] as string, body: { appName } });
    const answered = performance.now();
    const at = await seen;
    times.push({ sinceSent: at - sent, sinceAnswer: Math.max(0, at - answered) });
    // A random pause, so that the writes are not in step with regular work of the other node.
    await pause(random() * 100);
  }
  watcher.end();
  return times;
}

/** The times of 200 changes while the reading node answers ads at half of its maximum rate. */
async function measurePair(name: string, nodes: Pair, data: DataSet, urls: string[]) {
  const [first, second] = nodes;
  const rate = await halfOfPeak(second, data.urlsFile);
  const writer = await signIn(first.port);
  const load = await startConstantLoad(second.port, data.urlsFile, rate);
  load.reset();
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
  log(
    `${name}: from the write's answer p50 ${p(0.5, 'sinceAnswer').toFixed(1)} p99 ${p(0.99, 'sinceAnswer').toFixed(1)} ms;` +
      ` ads meanwhile ${formatTimes(steady)}`,
  );
  const detail = `p50 ${p(0.5, 'sinceSent').toFixed(1)}, most ${p(1, 'sinceSent').toFixed(1)} ms, at ${rate}/s; includes the time of the write`;
  return judge(
    `${name}: p99 until the other node answers with a change`,
    p(0.99, 'sinceSent'),
    { atMost: mostMs },
    {
      unit: ' ms',
      digits: 1,
      detail,
    },
  );
}

/** Moves a data directory into a new PostgreSQL and starts a node on it for each folder. */
export function moveToPostgres(
  data: DataSet,
  url: string,
  folders: string[],
  options: Pick<ServerOptions, 'main'> = {},
): Promise<Server[]> {
  return timed('the same in PostgreSQL', () => startNodes(data, url, folders, options));
}

async function startNodes(
  data: DataSet,
  url: string,
  folders: string[],
  options: Pick<ServerOptions, 'main'>,
): Promise<Server[]> {
  const settings = {
    DATABASE_URL: url,
    SECRET_KEY: readFileSync(join(data.dataDir, 'secret.key'), 'utf8').trim(),
  };
  const env = { PATH: process.env.PATH, DATA_DIR: data.dataDir, ...settings };
  await output(start(process.execPath, [move], { cwd: data.dataDir, env, stdout: 'pipe' }));
  const nodes: Server[] = [];
  for (const folder of folders) nodes.push(await startServer(folder, { settings, ...options }));
  // Until the copy is on the disk, each commit waits for the disk. The limits do not include that wait.
  await output(start('sync', []));
  return nodes;
}

/**
 * The time from a change at one node until another node answers with it. The other node answers ads at half of its
 * maximum rate. Measured with two processes on one SQLite file, and with two nodes on PostgreSQL.
 */
export async function measureSpread(sets: DataSets): Promise<Verdict[]> {
  const data = await sets.many();
  const urls = readFileSync(data.urlsFile, 'utf8').trimEnd().split('\n');
  const processes = [await startServer(data.dataDir), await startServer(data.dataDir)];
  const sqlite = await measurePair('SQLite, two processes', processes as Pair, data, urls);

  const postgres = await startPostgres();
  try {
    const folders = [sets.folder('node-1'), sets.folder('node-2')];
    const nodes = await moveToPostgres(data, postgres.url, folders);
    return [sqlite, await measurePair('PostgreSQL, two nodes', nodes as Pair, data, urls)];
  } finally {
    await postgres.remove();
  }
}
