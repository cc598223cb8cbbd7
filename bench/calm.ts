import { fileURLToPath } from 'node:url';
import type { DataSet } from './data-set.ts';
import { start } from './processes.ts';
import { judge, tell, type Verdict } from './report.ts';
import { type Server, startServer } from './server.ts';
import { median } from './statistics.ts';
import { halfOfPeak, type Steady, shownSteady, startSteady } from './steady.ts';

const rounds = 11;
const seconds = 4;
const mostRiseMs = 5;

type Office = { searches: number; writes: number };

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Times of the ads endpoint at a constant rate. */
const steady = ({ port }: Server, { urlsFile }: DataSet, rate: number): Promise<Steady> =>
  startSteady(port, urlsFile, rate, seconds).times;

/** The same while somebody searches and writes as fast as the server lets them. */
async function disturbed(server: Server, data: DataSet, rate: number): Promise<Steady & Office> {
  const appIDs = data.appIDs.filter((_, index) => index % 100 === 0);
  const child = start(
    process.execPath,
    [here('office-client.ts'), String(server.port), ...appIDs],
    {
      elsewhere: true,
    },
  );
  const office = new Promise<Office>((resolve, reject) => {
    child.process.once('message', (done) => resolve(done as Office));
    child.ended.then((code) => reject(new Error(`The office client ended with ${code}`)), reject);
  });
  const [times, { searches, writes }] = await Promise.all([
    steady(server, data, rate).finally(() => child.process.send('end')),
    office,
  ]);
  return {
    ...times,
    searches: searches / (seconds + 1),
    writes: writes / (seconds + 1),
  };
}

/**
 * How much later ads are answered while the back office is busy, at half of what the endpoint can do at
 * most (issue 2, limits). No process is kept to a core here: the server's database threads need one too.
 * The office's program is nice, since at a publisher it runs on somebody's own machine.
 */
export async function measureCalm(data: DataSet): Promise<Verdict[]> {
  const server = await startServer(data.dataDir);
  const rate = await halfOfPeak(server, data.urlsFile);
  await steady(server, data, rate);

  const p99: { quiet: number; rise: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await steady(server, data, rate);
    const busy = await disturbed(server, data, rate);
    p99.push({ quiet: quiet.p99, rise: busy.p99 - quiet.p99 });
    tell(
      `round ${round + 1}: quiet ${shownSteady(quiet)}; busy ${shownSteady(busy)}, with` +
        ` ${busy.searches.toFixed(0)} searches/s and ${busy.writes.toFixed(0)} writes/s`,
    );
  }
  await server.stop();
  return [
    judge(
      'ads under searches and writes: rise of p99',
      median(p99.map(({ rise }) => rise)),
      { atMost: mostRiseMs },
      {
        unit: ' ms',
        digits: 1,
        detail: `from ${median(p99.map(({ quiet }) => quiet)).toFixed(1)} ms, at ${rate}/s, half of the peak`,
      },
    ),
  ];
}
