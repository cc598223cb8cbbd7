import { cpSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@adwarden/contract/limits';
import { freePort } from '../../../deploy/programs/free-port.ts';
import { type Api, signIn } from '../../clients/api.ts';
import type { DataSets } from '../../data-sets/data-sets.ts';
import { judge, log, type Verdict } from '../../measuring/report.ts';
import { median, percentile } from '../../measuring/statistics.ts';
import { memory } from '../../servers/processes.ts';
import { type Server, startServer } from '../../servers/server.ts';

const saves = 1000;
/** The first saves are not counted: in its first minutes a server becomes faster and faster. */
const warming = 100;
const pauseMs = 20;
const answerMs = 2_000;
const most = { usualRatio: 1.1, rareRatio: 1.25, megabytes: 20 };

/** Starts a receiver that answers each event after 2 s. `count` is how many events it got. */
async function openSlowReceiver() {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    request.resume();
    setTimeout(() => response.writeHead(204).end(), answerMs);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // It must not keep a bench alive that has failed.
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    count: () => count,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

type Side = { server: Server; api: Api; times: number[]; megabytes: number };

const memoryOf = ({ office }: Server) => memory(office)?.now ?? Number.NaN;

/** Makes a save with a large event. */
async function save({ api, times }: Side, id: string, turn: number): Promise<void> {
  const note = `${turn} `.padEnd(limits.text.note, 'tide ');
  const began = performance.now();
  await api.call('updateApp', { id, body: { note } });
  times.push(performance.now() - began);
}

/**
 * Saves a thousand times on each of two servers with the same apps, in turns. One server has two webhooks: a receiver
 * that takes 2 s for each event, and one that is down. Measures how much slower its saves are, and how much more its
 * memory grows.
 */
export async function measureWebhooks(sets: DataSets): Promise<Verdict[]> {
  const data = await sets.few();
  const receiver = await openSlowReceiver();
  const open = async (name: string): Promise<Side> => {
    const folder = sets.folder(name);
    // With the last good ads, the server would be ready while its office still starts.
    const filter = (file: string) => !basename(file).startsWith('ads.last-good');
    cpSync(data.dataDir, folder, { recursive: true, filter });
    const server = await startServer(folder, { settings: { WEBHOOK_PRIVATE: 'on' } });
    return { server, api: await signIn(server.port), times: [], megabytes: 0 };
  };
  const [without, told] = [await open('webhooks-none'), await open('webhooks')];
  const sides = [without, told];
  for (const url of [receiver.url, `http://127.0.0.1:${await freePort()}/`]) {
    await told.api.call('addWebhook', { body: { url, events: ['change.app'] } });
  }
  for (let turn = 0; turn < warming + saves; turn += 1) {
    if (turn === warming) {
      for (const side of sides) {
        side.times.length = 0;
        side.megabytes = memoryOf(side.server);
      }
    }
    const id = data.appIDs[turn % data.appIDs.length] as string;
    // The disk may be busier for the second one, so they take turns.
    for (const side of turn % 2 === 0 ? sides : sides.toReversed()) await save(side, id, turn);
    await pause(pauseMs);
  }
  const [less = 0, more = 0] = sides.map(({ server, megabytes }) => memoryOf(server) - megabytes);
  const events = receiver.count();
  for (const { server, api } of sides) {
    api.close();
    await server.stop();
  }
  receiver.close();
  log(`the slow receiver got ${events} events`);
  if (events < 5) throw new Error('The slow receiver was not told of the saves');
  const compare = (label: string, of: (times: number[]) => number, atMost: number) => {
    const [one, other] = [of(without.times), of(told.times)];
    const detail = `${other.toFixed(1)} ms, without webhooks ${one.toFixed(1)} ms`;
    return judge(label, other / one, { atMost }, { digits: 2, detail });
  };
  return [
    compare('webhooks, one slow and one down: p50 of a save', median, most.usualRatio),
    compare(
      'webhooks, one slow and one down: p99 of a save',
      (times) => percentile(times, 0.99),
      most.rareRatio,
    ),
    judge(
      'webhooks: memory of the office more than without',
      more - less,
      { atMost: most.megabytes },
      { unit: ' MB', detail: `grew by ${more.toFixed(0)} MB, without by ${less.toFixed(0)}` },
    ),
  ];
}
