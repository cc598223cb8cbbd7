import { fileURLToPath } from 'node:url';
import { driver, load } from './driver.ts';
import { start, waitForMessage } from './processes.ts';
import { log } from './report.ts';

/** Response times of the ads endpoint at a constant rate, in milliseconds since each request was due. */
export type ResponseTimes = { p50: number; p99: number; max: number };

/** Load at a constant rate; `window` answers the response times since the last `window` or `reset`. */
export type ConstantLoad = {
  reset(): void;
  window(): Promise<ResponseTimes>;
  end(): Promise<void>;
};

const connections = 32;
const seconds = { warming: 2, peak: 4 };

/** Half of the maximum number of answers per second. No process is pinned to a core. */
export async function halfOfPeak(
  server: { port: number; pid: number },
  requestsFile: string,
): Promise<number> {
  await load(server, requestsFile, seconds.warming);
  const peak = await load(server, requestsFile, seconds.peak);
  const rate = Math.round(peak.perSecond / 2);
  log(`peak ${peak.perSecond.toFixed(0)}/s by ${driver}; sending ${rate}/s`);
  return rate;
}

/** Starts to send random requests of a file to a server at this rate per second. Resolves after the warm-up. */
export async function startConstantLoad(
  port: number,
  requestsFile: string,
  rate: number,
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

/** The response times in one line. */
export const formatTimes = ({ p50, p99, max }: ResponseTimes): string =>
  `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} max ${max.toFixed(0)} ms`;
