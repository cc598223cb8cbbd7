import { fileURLToPath } from 'node:url';
import { driver, load } from './driver.ts';
import { hear, start } from './processes.ts';
import { tell } from './report.ts';

/** Times of the ads endpoint at a constant rate, in milliseconds from when each question was due. */
export type Steady = { p50: number; p99: number; max: number };

/** Somebody who asks at a constant rate; `window` answers the times since the last `window` or `forget`. */
export type SteadyLoad = { forget(): void; window(): Promise<Steady>; end(): Promise<void> };

const connections = 32;
const seconds = { warming: 2, peak: 4 };

/** Half of the answers per second that a server gives at most, with no process kept to a core. */
export async function halfOfPeak(
  server: { port: number; pid: number },
  requestsFile: string,
): Promise<number> {
  await load(server, requestsFile, seconds.warming);
  const peak = await load(server, requestsFile, seconds.peak);
  const rate = Math.round(peak.perSecond / 2);
  tell(`peak ${peak.perSecond.toFixed(0)}/s by ${driver}; asking ${rate}/s`);
  return rate;
}

/** Begins to ask a server for random ones of the requests in a file, so many a second. Answers once warm. */
export async function startSteady(
  port: number,
  requestsFile: string,
  rate: number,
): Promise<SteadyLoad> {
  const file = fileURLToPath(new URL('steady-client.ts', import.meta.url));
  const args = [file, ...[port, requestsFile, rate, connections].map(String)];
  const child = start(process.execPath, args);
  await hear(child);
  return {
    forget: () => void child.process.send('forget'),
    window: () => hear<Steady>(child, 'window'),
    end: () => child.stop(),
  };
}

/** The times in one line. */
export const shownSteady = ({ p50, p99, max }: Steady): string =>
  `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} max ${max.toFixed(0)} ms`;
