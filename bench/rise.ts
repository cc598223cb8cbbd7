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

/** Who disturbs the ads: a program that works from `begin` until `rest`, which it answers with what it did so far. */
export type Disturber = { file: string; args: string[]; told: (done: never) => string };

/**
 * How much later ads are answered while somebody else keeps the server busy, at half of what the endpoint can
 * do at most. No process is kept to a core here: the server's other threads need one too. The disturber's
 * program takes what is left, since in life it runs on somebody's own machine.
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
  // Both warm up, which is not what is compared.
  begin();
  await pause(seconds.warming * 1000);
  await rest();

  /** The times of one window, which begins once what went before it has ended. */
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
      // Where the quarters of the quiet rounds are far apart, the machine is too noisy to tell 5 ms.
      detail: `quiet ${quarters.join(', ')} ms in the quarters of the rounds; at ${rate}/s, half of the peak`,
    },
  );
}
