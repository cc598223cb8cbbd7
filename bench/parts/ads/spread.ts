import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { built } from '../../../deploy/programs/built.ts';
import { openLine } from '../../../deploy/programs/line.ts';
import { startPostgres } from '../../../deploy/programs/postgres.ts';
import { getRequest, openConnection } from '../../clients/answers.ts';
import { type Api, signIn } from '../../clients/api.ts';
import { formatTimes, halfOfPeak, startConstantLoad } from '../../clients/constant-rate.ts';
import type { DataSet } from '../../data-sets/data-set.ts';
import { type DataSets, timed } from '../../data-sets/data-sets.ts';
import { judge, log, type Verdict } from '../../measuring/report.ts';
import { percentile, seededRandom } from '../../measuring/statistics.ts';
import { output, start } from '../../servers/processes.ts';
import { type Server, type ServerOptions, startServer } from '../../servers/server.ts';

const changes = 200;
/** Milliseconds. The answer to a write waits until the ads processes of the machine have the change. */
const limits = { ofMachine: 10, overLine: 20, ofOtherNode: 250 };
/** The delay of the line to an edge, one way. */
const lineMs = 100;
/** A change that is not seen within this time counts as lost. */
const lostMs = 10_000;

const move = built('cli/move-to-postgres');

/** Connections to a server with several ads processes, so many that each process has some. */
const connections = 8;

/** Requests an app's ads over several connections, again and again, until all answers contain a text. */
async function watch(port: number) {
  const opened = await Promise.all(Array.from({ length: connections }, () => openWatch(port)));
  return {
    assertMissing: (url: string, text: string) =>
      Promise.all(opened.map((one) => one.assertMissing(url, text))),
    until: async (url: string, text: string) =>
      Math.max(...(await Promise.all(opened.map((one) => one.until(url, text))))),
    end: () => opened.forEach((one) => void one.end()),
  };
}

async function openWatch(port: number) {
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
 * Changes apps at one server, and requests each app at another one until all its answers are new. Returns two times for
 * each change, in milliseconds: one begins when the write is sent (before the commit), one when it is answered (after the
 * commit). The true time lies between them.
 */
async function spread(writer: Api, port: number, { appIDs }: DataSet, urls: string[]) {
  const watcher = await watch(port);
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
    // A random pause, so that the writes are not in step with regular work of the other side.
    await pause(random() * 100);
  }
  watcher.end();
  return times;
}

/** The server that is written to, the one that is read, and the limit in milliseconds, with or without the write. */
type Way = {
  name: string;
  writing: Server;
  reading: Server;
  atMost: { sinceSent: number } | { sinceAnswer: number };
};

/** Measures the times of 200 changes while the reading side answers ads at half of its maximum rate. */
async function measureWay(
  { name, writing, reading, atMost }: Way,
  data: DataSet,
  urls: string[],
): Promise<Verdict> {
  const rate = await halfOfPeak(reading, data.urlsFile);
  const writer = await signIn(writing.port);
  const load = await startConstantLoad(reading.port, data.urlsFile, rate);
  load.reset();
  const times = await spread(writer, reading.port, data, urls);
  const steady = await load.window();
  await load.end();
  writer.close();
  const of = (share: number, from: 'sinceSent' | 'sinceAnswer') =>
    percentile(
      times.map((each) => each[from]),
      share,
    ).toFixed(1);
  const shown = (from: 'sinceSent' | 'sinceAnswer') =>
    `p50 ${of(0.5, from)}, p99 ${of(0.99, from)}, most ${of(1, from)} ms`;
  log(
    `${name}: since the write was sent ${shown('sinceSent')}; since its answer ${shown('sinceAnswer')}; ads meanwhile ${formatTimes(steady)}`,
  );
  const [from, most] = Object.entries(atMost)[0] as ['sinceSent' | 'sinceAnswer', number];
  return judge(
    `${name}: p99`,
    percentile(
      times.map((each) => each[from]),
      0.99,
    ),
    { atMost: most },
    {
      unit: ' ms',
      digits: 1,
      detail: `${from === 'sinceSent' ? 'with' : 'without'} the time of the write; at ${rate}/s`,
    },
  );
}

/** Moves a data directory into a new PostgreSQL and starts a node on it for each folder. */
export function moveToPostgres(
  data: DataSet,
  url: string,
  folders: string[],
  options: Pick<ServerOptions, 'main' | 'onLog'> = {},
): Promise<Server[]> {
  return timed('the same in PostgreSQL', () => startNodes(data, url, folders, options));
}

async function startNodes(
  data: DataSet,
  url: string,
  folders: string[],
  options: Pick<ServerOptions, 'main' | 'onLog'>,
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
 * Measures the time from a change until it is in all answers, while ads are requested at half of the maximum rate: of two ads
 * processes of the machine, of an edge at the end of a long line, and of another node on PostgreSQL.
 */
export async function measureSpread(sets: DataSets): Promise<Verdict[]> {
  const data = await sets.many();
  const urls = readFileSync(data.urlsFile, 'utf8').trimEnd().split('\n');
  const verdicts: Verdict[] = [];
  const key = Buffer.alloc(32, 3).toString('base64');
  const own = await startServer(data.dataDir, { settings: { WORKERS: '2', EDGE_KEYS: key } });
  verdicts.push(
    await measureWay(
      {
        name: 'a change in all ads processes of the machine',
        writing: own,
        reading: own,
        atMost: { sinceAnswer: limits.ofMachine },
      },
      data,
      urls,
    ),
  );
  const line = await openLine(own.port, { delayMs: lineMs, loss: 0, resendMs: 0 });
  const edge = await startServer(sets.folder('edge'), {
    settings: { ROLE: 'ads', OFFICE_URL: line.url, EDGE_KEY: key, EDGE_NAME: 'bench' },
  });
  verdicts.push(
    await measureWay(
      {
        name: `a change at an edge, ${lineMs} ms away`,
        writing: own,
        reading: edge,
        atMost: { sinceAnswer: lineMs + limits.overLine },
      },
      data,
      urls,
    ),
  );
  await edge.stop();
  line.close();
  await own.stop();

  const postgres = await startPostgres();
  try {
    const folders = [sets.folder('node-1'), sets.folder('node-2')];
    const nodes = await moveToPostgres(data, postgres.url, folders);
    const [writing, reading] = nodes as [Server, Server];
    for (const [name, at, most] of [
      [
        'PostgreSQL: a change in the ads of the same node',
        writing,
        { sinceAnswer: limits.ofMachine },
      ],
      ['PostgreSQL: a change at the other node', reading, { sinceSent: limits.ofOtherNode }],
    ] as const) {
      verdicts.push(await measureWay({ name, writing, reading: at, atMost: most }, data, urls));
    }
    await Promise.all(nodes.map((node) => node.stop()));
    return verdicts;
  } finally {
    await postgres.remove();
  }
}
