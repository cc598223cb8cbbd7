import { setTimeout as pause } from 'node:timers/promises';
import { startLoad } from './driver.ts';
import { cpuTimeOfAll } from './processes.ts';
import type { Server } from './server.ts';

/** So short that both servers meet the same speed of the machine, which changes within seconds. */
const turnMs = 250;

/**
 * Loads two servers on one core in turns, as fast as they answer, between `go` and `rest`. `costs` measures the
 * processor time of an answer of each server in the next seconds, in microseconds. What a server does while it is the
 * other one's turn does not count.
 */
export function loadInTurns(servers: readonly [Server, Server], file: string, seconds: number) {
  const loads = servers.map((server) => startLoad(server, file, seconds, 'driver'));
  const spentMs: [number, number] = [0, 0];
  let turn: 0 | 1 = 0;
  /** The processor time of the server whose turn it is, when its turn began. */
  let atBeginMs = 0;
  let timer: NodeJS.Timeout | undefined;

  const cpuMs = () => cpuTimeOfAll(servers[turn].pid) ?? Number.NaN;
  function begin(next: 0 | 1): void {
    turn = next;
    loads[turn]?.process.kill('SIGCONT');
    atBeginMs = cpuMs();
  }
  function end(): void {
    spentMs[turn] += cpuMs() - atBeginMs;
    loads[turn]?.process.kill('SIGSTOP');
  }

  /** What both have spent in their turns and answered so far. */
  async function usage() {
    const answers = await Promise.all(servers.map(answersOf));
    const spent = [...spentMs];
    spent[turn] = spentMs[turn] + cpuMs() - atBeginMs;
    return { spent, answers };
  }

  return {
    go() {
      loads[1]?.process.kill('SIGSTOP');
      begin(0);
      timer = setInterval(() => {
        end();
        begin(turn === 0 ? 1 : 0);
      }, turnMs);
    },
    rest() {
      clearInterval(timer);
      end();
    },
    async costs(forSeconds: number): Promise<[number, number]> {
      const before = await usage();
      await pause(forSeconds * 1000);
      const after = await usage();
      const costOf = (at: 0 | 1) => {
        const spent = (after.spent[at] as number) - (before.spent[at] as number);
        const answers = (after.answers[at] as number) - (before.answers[at] as number);
        return (spent * 1000) / answers;
      };
      return [costOf(0), costOf(1)];
    },
    async stop() {
      clearInterval(timer);
      for (const { process } of loads) process.kill('SIGCONT');
      await Promise.all(loads.map((load) => load.stop()));
    },
  };
}

/** The number of 200s that a server has sent. */
async function answersOf({ port }: Server): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^adwarden_ads_answers_total\{outcome="ok"\} (\d+)/m.exec(text)?.[1]);
}
