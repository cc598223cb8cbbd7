import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  formatTimes,
  halfOfPeak,
  type ResponseTimes,
  startConstantLoad,
} from '../clients/constant-rate.ts';
import type { DataSet } from '../data-sets/data-set.ts';
import { start, waitForMessage } from '../servers/processes.ts';
import type { Server } from '../servers/server.ts';
import { judge, log, type Verdict } from './report.ts';
import { median, percentiles } from './statistics.ts';

const rounds = 25;
const seconds = { warming: 5, settling: 0.5, window: 2 };
const mostRiseMs = 3;

/**
 * A program that loads the server from the message `start` to the message `pause`. It answers `pause` with the work
 * that it has done so far; `describe` makes this answer readable.
 */
export type BackgroundLoad = {
  file: string;
  args: string[];
  /** The program is a part of the server. Otherwise it stands for a program on another machine. */
  isOfServer?: boolean;
  describe: (done: never) => string;
};

/**
 * Measures how much slower ads are answered while the server has other work (the median rise of the p99). Ads are
 * requested at half of the endpoint's maximum rate. Processes are not pinned to cores, because the server's other
 * threads need a core too. A load that stands for another machine runs at low priority.
 */
export async function measureP99Rise(
  name: string,
  server: Server,
  data: DataSet,
  { file, args, isOfServer = false, describe }: BackgroundLoad,
): Promise<Verdict> {
  const rate = await halfOfPeak(server, data.urlsFile);
  const ads = await startConstantLoad(server.port, data.urlsFile, rate);
  const program = fileURLToPath(new URL(`../clients/${file}`, import.meta.url));
  const line = [program, String(server.port), ...args];
  const other = start(process.execPath, line, { lowPriority: !isOfServer });
  const startWork = () => void other.process.send('start');
  const pauseWork = async () => describe(await waitForMessage<never>(other, 'pause'));
  // Warm up both programs first; this time is not measured.
  startWork();
  await pause(seconds.warming * 1000);
  await pauseWork();

  /** Measures the times of one window; it begins after a pause, so that earlier work has ended. */
  async function window(): Promise<ResponseTimes> {
    await pause(seconds.settling * 1000);
    ads.reset();
    await pause(seconds.window * 1000);
    return ads.window();
  }
  const p99: { quiet: number; busy: number }[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const quiet = await window();
    startWork();
    const busy = await window();
    const done = await pauseWork();
    p99.push({ quiet: quiet.p99, busy: busy.p99 });
    log(`round ${round}: quiet ${formatTimes(quiet)}; busy ${formatTimes(busy)}, with ${done}`);
  }
  await Promise.all([ads.end(), other.stop()]);
  const quartiles = percentiles(
    p99.map(({ quiet }) => quiet),
    [0.25, 0.5, 0.75],
  ).map((ms) => ms.toFixed(1));
  return judge(
    name,
    median(p99.map(({ quiet, busy }) => busy - quiet)),
    { atMost: mostRiseMs },
    {
      unit: ' ms',
      digits: 1,
      // If the quartiles of the quiet rounds are far apart, the machine is too noisy for a limit of 3 ms.
      detail: `quartiles of the quiet rounds ${quartiles.join(', ')} ms; at ${rate}/s, half of the peak`,
    },
  );
}
