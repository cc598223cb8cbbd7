import { cpSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { apiOf, signIn } from './api.ts';
import { endWatches, look } from './connect-people.ts';
import type { DataSet } from './data-set.ts';
import { loadInTurns } from './in-turns.ts';
import { judge, log, type Verdict } from './report.ts';
import { startServer } from './server.ts';
import { median } from './statistics.ts';

/** People who look at the same time, each at another app. */
const people = 100;
const comingAtOnce = 10;
const leastRatio = 0.99;
const rounds = 12;
const seconds = { warming: 10, settling: 1, round: 10, coming: 5 };

/**
 * Compares the processor time of an answer with and without people who look. Two servers with the same data answer in
 * turns; people look at one of them, and in the next round at the other one. The moments when people come and leave are
 * not measured. `other` is an empty folder for the data of the second server.
 */
export async function measureCost(name: string, data: DataSet, other: string): Promise<Verdict> {
  cpSync(data.dataDir, other, { recursive: true });
  const folders = [data.dataDir, other];
  const servers = [
    await startServer(data.dataDir, { core: 'server' }),
    await startServer(other, { core: 'server' }),
  ] as const;
  const bearers = await Promise.all(servers.map(async ({ port }) => (await signIn(port)).bearer));
  const perRound = seconds.settling + seconds.round + seconds.coming;
  const load = loadInTurns(servers, data.urlsFile, seconds.warming + rounds * perRound);
  load.go();
  await pause(seconds.warming * 1000);
  let events = 0;
  const onEvent = () => {
    events += 1;
  };
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const at = round % 2;
    const { port } = servers[at as 0];
    load.rest();
    const coming = data.appIDs.slice(0, people);
    const ends: (() => void)[] = [];
    const come = async () => {
      // Each has one connection.
      const api = apiOf(port, bearers[at] as string);
      for (let appID = coming.pop(); appID !== undefined; appID = coming.pop()) {
        ends.push(await look(port, api, appID, onEvent));
      }
      api.close();
    };
    await Promise.all(Array.from({ length: comingAtOnce }, come));
    load.go();
    await pause(seconds.settling * 1000);
    const costs = await load.costs(seconds.round);
    for (const end of ends) end();
    endWatches(folders[at] as string);
    ratios.push(costs[(1 - at) as 0] / costs[at as 0]);
  }
  await load.stop();
  await Promise.all(servers.map((server) => server.stop()));
  // A pair of rounds measures both servers in both roles, so that which server is the faster one does not count.
  const pairs = ratios.flatMap((ratio, index) =>
    index % 2 ? [Math.sqrt(ratio * (ratios[index - 1] as number))] : [],
  );
  log(`${name}: ${events} events; ratios ${pairs.map((ratio) => ratio.toFixed(3)).join(' ')}`);
  const label = `${name}: processor time per answer / while ${people} people look`;
  return judge(label, median(pairs), { atLeast: leastRatio }, { digits: 3 });
}
