import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DataSet } from './data-set.ts';
import { hear, start } from './processes.ts';
import { judge, tell, type Verdict } from './report.ts';
import { startServer } from './server.ts';
import { median, percentiles } from './statistics.ts';
import { halfOfPeak, type Steady, shownSteady, startSteady } from './steady.ts';

const rounds = 25;
const seconds = { warming: 5, settling: 0.5, window: 2 };
const mostRiseMs = 5;

/** Somebody in the back office who is told when to work (office-client.ts); `rest` answers what was done. */
function startOffice(port: number, appIDs: string[]) {
  const file = fileURLToPath(new URL('office-client.ts', import.meta.url));
  const some = appIDs.filter((_, index) => index % 100 === 0);
  const child = start(process.execPath, [file, String(port), ...some], { elsewhere: true });
  return {
    begin: () => void child.process.send('begin'),
    async rest(): Promise<string> {
      const { searches, writes } = await hear<{ searches: number; writes: number }>(child, 'rest');
      return `${searches} searches and ${writes} writes so far`;
    },
    end: () => child.stop(),
  };
}

/**
 * How much later ads are answered while the back office is busy, at half of what the endpoint can do at
 * most (issue 2, limits). No process is kept to a core here: the server's database threads need one too.
 * The office's program takes what is left, since at a publisher it runs on somebody's own machine.
 */
export async function measureCalm(data: DataSet): Promise<Verdict[]> {
  const server = await startServer(data.dataDir);
  const rate = await halfOfPeak(server, data.urlsFile);
  const ads = await startSteady(server.port, data.urlsFile, rate);
  const office = startOffice(server.port, data.appIDs);
  // Both sign in and warm up, which is not what is compared.
  office.begin();
  await pause(seconds.warming * 1000);
  await office.rest();

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
    office.begin();
    const busy = await window();
    const done = await office.rest();
    p99.push({ quiet: quiet.p99, busy: busy.p99 });
    tell(`round ${round}: quiet ${shownSteady(quiet)}; busy ${shownSteady(busy)}, with ${done}`);
  }
  await Promise.all([ads.end(), office.end()]);
  await server.stop();
  const quarters = percentiles(
    p99.map(({ quiet }) => quiet),
    [0.25, 0.5, 0.75],
  ).map((ms) => ms.toFixed(1));
  return [
    judge(
      'ads under searches and writes: rise of p99',
      median(p99.map(({ quiet, busy }) => busy - quiet)),
      { atMost: mostRiseMs },
      {
        unit: ' ms',
        digits: 1,
        // Where the quarters of the quiet rounds are far apart, the machine is too noisy to tell 5 ms.
        detail: `quiet ${quarters.join(', ')} ms in the quarters of the rounds; at ${rate}/s, half of the peak`,
      },
    ),
  ];
}
