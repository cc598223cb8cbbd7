import { fileURLToPath } from 'node:url';
import type { DataSet } from './data-set.ts';
import { driver, load } from './driver.ts';
import { output, start } from './processes.ts';
import { judge, tell, type Verdict } from './report.ts';
import { type Server, startServer } from './server.ts';
import { median } from './statistics.ts';

const rounds = 5;
const seconds = { peak: 4, steady: 4 };
const connections = 32;
const mostRiseMs = 5;

type Steady = { p50: number; p99: number; max: number; perSecond: number };
type Office = { searches: number; writes: number };

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Times of the ads endpoint at a constant rate. */
async function steady({ port }: Server, { urlsFile }: DataSet, rate: number): Promise<Steady> {
  const file = here('steady-client.ts');
  const args = [port, urlsFile, rate, seconds.steady, connections].map(String);
  return JSON.parse(await output(start(process.execPath, [file, ...args], { stdout: 'pipe' })));
}

/** The same while somebody searches and writes as fast as the server lets them. */
async function disturbed(server: Server, data: DataSet, rate: number): Promise<Steady & Office> {
  const appIDs = data.appIDs.filter((_, index) => index % 100 === 0);
  const child = start(process.execPath, [here('office-client.ts'), String(server.port), ...appIDs]);
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
    searches: searches / (seconds.steady + 1),
    writes: writes / (seconds.steady + 1),
  };
}

/**
 * How much later ads are answered while the back office is busy, at half of what the endpoint can do at
 * most (issue 2, limits). No process is kept to a core here: the server's database threads need one too.
 */
export async function measureCalm(data: DataSet): Promise<Verdict[]> {
  const server = await startServer(data.dataDir);
  await load(server, data.urlsFile, 2);
  const peak = await load(server, data.urlsFile, seconds.peak);
  const rate = Math.round(peak.perSecond / 2);
  tell(`peak ${peak.perSecond.toFixed(0)}/s by ${driver}; asking ${rate}/s`);
  await steady(server, data, rate);

  const p99: Record<'quiet' | 'busy', number[]> = { quiet: [], busy: [] };
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await steady(server, data, rate);
    const busy = await disturbed(server, data, rate);
    p99.quiet.push(quiet.p99);
    p99.busy.push(busy.p99);
    const shown = ({ p50, p99, max }: Steady) =>
      `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} max ${max.toFixed(0)} ms`;
    tell(
      `round ${round + 1}: quiet ${shown(quiet)}; busy ${shown(busy)}, with` +
        ` ${busy.searches.toFixed(0)} searches/s and ${busy.writes.toFixed(0)} writes/s`,
    );
  }
  await server.stop();
  return [
    judge(
      'ads under searches and writes: rise of p99',
      median(p99.busy) - median(p99.quiet),
      { atMost: mostRiseMs },
      {
        unit: ' ms',
        digits: 1,
        detail: `from ${median(p99.quiet).toFixed(1)} ms, at ${rate}/s, half of the peak`,
      },
    ),
  ];
}
