import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequest } from './answers.ts';
import { openLeanConnection } from './lean-connection.ts';

/**
 * The longest response time of an ads request, in milliseconds: by the clock, and by the processor time that the
 * serving thread used in the meantime.
 */
export type Waits = { clock: number; cpu: number };

const betweenMs = 3;

/** Requests one app's ads again and again, one at a time, until `done` resolves. */
export async function longestWaits(
  { port, ads }: { port: number; ads: number },
  adsUrl: string,
  done: Promise<unknown>,
): Promise<Waits> {
  const request = Buffer.from(getRequest(adsUrl), 'latin1');
  let answered = () => {};
  const { socket, send } = await openLeanConnection(port, (status) => {
    if (status !== 200) throw new Error(`The ads endpoint answers ${status}`);
    answered();
  });
  const waits: Waits = { clock: 0, cpu: 0 };
  let isDone = false;
  void done.then(() => {
    isDone = true;
  });
  while (!isDone) {
    const [clock, cpu] = [performance.now(), cpuMs(ads)];
    const { promise, resolve } = Promise.withResolvers<void>();
    answered = resolve;
    send(request);
    await promise;
    waits.clock = Math.max(waits.clock, performance.now() - clock);
    waits.cpu = Math.max(waits.cpu, cpuMs(ads) - cpu);
    await pause(betweenMs);
  }
  socket.destroy();
  if (!socket.closed) await once(socket, 'close');
  return waits;
}

/** Processor time of a process's main thread, in milliseconds; the clock on systems without /proc. */
function cpuMs(pid: number): number {
  const file = `/proc/${pid}/task/${pid}/schedstat`;
  if (!existsSync(file)) return performance.now();
  return Number(readFileSync(file, 'utf8').split(' ', 1)[0]) / 1e6;
}
