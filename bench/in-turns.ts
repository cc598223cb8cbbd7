import { setTimeout as pause } from 'node:timers/promises';
import { startLoad } from './driver.ts';
import { cpuTimeOfAll } from './processes.ts';
import type { Server } from './server.ts';

type Pair = readonly [Server, Server];

/** So short that both servers meet the same speed of the machine, which changes within seconds. */
const turnMs = 250;

/** Loads two servers on one core in turns, as fast as they answer, between `go` and `rest`. */
export function loadInTurns(servers: Pair, requestsFile: string, seconds: number) {
  const loads = servers.map((server) => startLoad(server, requestsFile, seconds, 'driver'));
  let turn = 0;
  let timer: NodeJS.Timeout | undefined;
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const load of loads) load.process.kill(name);
  };
  return {
    go() {
      timer = setInterval(() => {
        turn = 1 - turn;
        loads[1 - turn]?.process.kill('SIGSTOP');
        loads[turn]?.process.kill('SIGCONT');
      }, turnMs);
    },
    rest() {
      clearInterval(timer);
      signal('SIGSTOP');
    },
    async stop() {
      clearInterval(timer);
      signal('SIGCONT');
      await Promise.all(loads.map((load) => load.stop()));
    },
  };
}

/** The processor time of an answer of each server in the next seconds, in microseconds. */
export async function costsInTurns(servers: Pair, seconds: number): Promise<[number, number]> {
  const before = await Promise.all(servers.map(usageOf));
  await pause(seconds * 1000);
  const after = await Promise.all(servers.map(usageOf));
  const [one = Number.NaN, other = Number.NaN] = after.map(({ cpuMs, answers }, index) => {
    const { cpuMs: cpuBefore, answers: answersBefore } = before[index] as Usage;
    return ((cpuMs - cpuBefore) * 1000) / (answers - answersBefore);
  });
  return [one, other];
}

/** The processor time of a server, and the number of its 200s, so far. */
type Usage = { cpuMs: number; answers: number };

async function usageOf({ pid, port }: Server): Promise<Usage> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const answers = Number(/^adwarden_ads_answers_total\{outcome="ok"\} (\d+)/m.exec(text)?.[1]);
  return { cpuMs: cpuTimeOfAll(pid) ?? Number.NaN, answers };
}
