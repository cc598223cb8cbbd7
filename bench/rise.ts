import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DataSet } from './data-set.ts';
import { hear, start } from './processes.ts';
import { judge, tell, type Verdict } from './report.ts';
import type { Server } from './server.ts';
import { median, percentiles } from './statistics.ts';
import { halfOfPeak, type Steady, shownSteady, startSteady } from './steady.ts';

const rounds = 25;
const seconds = { warming: 5, settling: 0.5, window: 2 };
const mostRiseMs = 5;

/**
 * A program that loads the server: it works from the message `begin` until the message `rest`, which it answers with
 * what it has done so far. `told` makes that answer readable.
 */
export type Disturber = { file: string; args: string[]; told: (done: never) => string };

/**
 * Measures how much slower ads are answered while the server has other work (the median rise of the p99). Ads are
 * requested at half of the endpoint's maximum rate. Processes are not pinned to cores, because the server's other
 * threads need a core too. The disturber runs at low priority, because in reality it runs on another machine.
 */
export async function measureRise(
  name: string,
  server: Server,
  data: DataSet,
  { file, args, told }: Disturber,
): Promise<Verdict> {
  const rate = await halfOfPeak(server, data.urlsFile);
  const ads = await startSteady(server.port, data.urlsFile, rate);
  const program = fileURLToPath(new URL(file, import.meta.url));
  const line = [program, String(server.port), ...args];
  const other = start(process.execPath, line, { elsewhere: true });
  const begin = () => void other.process.send('begin');
  const rest = async () => told(await hear<never>(other, 'rest'));
  // Warm up both programs first; this time is not measured.
  begin();
  await pause(seconds.warming * 1000);
  await rest();

  /** The times of one measuring window; it begins after a pause, so that earlier work has ended. */
  async function window(): Promise<Steady> {
    await pause(seconds.settling * 1000);
    ads.forget();
    await pause(seconds.window * 1000);
    return ads.window();
  }
  const p99: { quiet: number; busy: number }[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const quiet = await window();
    begin();
    const busy = await window();
    const done = await rest();
    p99.push({ quiet: quiet.p99, busy: busy.p99 });
    tell(`round ${round}: quiet ${shownSteady(quiet)}; busy ${shownSteady(busy)}, with ${done}`);
  }
  await Promise.all([ads.end(), other.stop()]);
  const quarters = percentiles(
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
      // If the quartiles of the quiet rounds are far apart, the machine is too noisy for a limit of 5 ms.
      detail: `quiet ${quarters.join(', ')} ms in the quarters of the rounds; at ${rate}/s, half of the peak`,
    },
  );
}
