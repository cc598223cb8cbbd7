import { fileURLToPath } from 'node:url';
import { log } from '../measuring/report.ts';
import { start, waitForMessage } from '../servers/processes.ts';
import { driver, load } from './driver.ts';

/** Response times of the ads endpoint at a constant rate, in milliseconds since each request was due. */
export type ResponseTimes = { p50: number; p99: number; max: number };

/** Load at a constant rate; `window` answers the response times since the last `window` or `reset`. */
export type ConstantLoad = {
  reset(): void;
  window(): Promise<ResponseTimes>;
  end(): Promise<void>;
};

const mostConnections = 32;
const seconds = { warming: 2, peak: 4 };

type Served = { port: number; pid: number };

/** Half of the maximum number of answers per second. */
export const halfOfPeak = (server: Served, requestsFile: string) =>
  shareOfPeak(server, requestsFile, 1 / 2);

/**
 * Finds a quarter of the peak rate, for work that keeps a core busy for minutes. At half of the peak, ads and load generator
 * take three quarters of two cores by themselves; when the machine slows down, the ads are late without any work.
 */
export const quarterOfPeak = (server: Served, requestsFile: string) =>
  shareOfPeak(server, requestsFile, 1 / 4);

/** Returns a share of the maximum number of answers per second. No process is pinned to a core. */
async function shareOfPeak(server: Served, requestsFile: string, share: number): Promise<number> {
  await load(server, requestsFile, seconds.warming);
  const peak = await load(server, requestsFile, seconds.peak);
  const rate = Math.round(peak.perSecond * share);
  log(`peak ${peak.perSecond.toFixed(0)}/s by ${driver}; sending ${rate}/s`);
  return rate;
}

/**
 * Sends random requests of a file to a server, this many per second. Resolves after the warm-up. The server closes a
 * connection that is silent for long, so a low rate needs few connections.
 */
export async function startConstantLoad(
  port: number,
  requestsFile: string,
  rate: number,
  connections = mostConnections,
): Promise<ConstantLoad> {
  const file = fileURLToPath(new URL('constant-rate-client.ts', import.meta.url));
  const args = [file, ...[port, requestsFile, rate, connections].map(String)];
  const child = start(process.execPath, args);
  await waitForMessage(child);
  return {
    reset: () => void child.process.send('reset'),
    window: () => waitForMessage<ResponseTimes>(child, 'window'),
    end: () => child.stop(),
  };
}

/** Writes the response times in one line. */
export const formatTimes = ({ p50, p99, max }: ResponseTimes): string =>
  `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} max ${max.toFixed(0)} ms`;
