import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DataSet } from './data-set.ts';
import { hear, start } from './processes.ts';
import { shownOnly, tell, type Verdict } from './report.ts';
import { startServer } from './server.ts';
import { median } from './statistics.ts';
import { halfOfPeak, shownSteady, startSteady } from './steady.ts';

const rounds = 3;
const edits = 1000;
const quietSeconds = 4;

/** Writes all edits and answers the milliseconds that took. */
async function write(port: number, appIDs: string[]): Promise<number> {
  const file = fileURLToPath(new URL('edits-client.ts', import.meta.url));
  const args = [file, String(port), String(edits), ...appIDs];
  return (await hear<{ took: number }>(start(process.execPath, args, { elsewhere: true }))).took;
}

/** What 1,000 edits in a row do to the times of the ads endpoint at half of its peak. */
export async function measureEdits(data: DataSet): Promise<Verdict[]> {
  const server = await startServer(data.dataDir);
  const appIDs = data.appIDs.filter((_, index) => index % 100 === 0);
  const rate = await halfOfPeak(server, data.urlsFile);
  const found: { quiet: number; busy: number }[] = [];
  const load = await startSteady(server.port, data.urlsFile, rate);
  for (let round = 1; round <= rounds; round += 1) {
    load.forget();
    await pause(quietSeconds * 1000);
    const quiet = await load.window();
    const took = await write(server.port, appIDs);
    const busy = await load.window();
    found.push({ quiet: quiet.p99, busy: busy.p99 });
    const speed = `${edits} edits in ${(took / 1000).toFixed(1)} s`;
    tell(`round ${round}: quiet ${shownSteady(quiet)}; ${speed}: ${shownSteady(busy)}`);
  }
  await load.end();
  await server.stop();
  const p99 = (when: 'quiet' | 'busy') => median(found.map((each) => each[when])).toFixed(1);
  return [
    shownOnly(
      'ads while 1,000 edits are made: p99',
      `${p99('busy')} ms (without them ${p99('quiet')} ms, at ${rate}/s, half of the peak)`,
    ),
  ];
}
