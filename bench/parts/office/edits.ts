import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { formatTimes, halfOfPeak, startConstantLoad } from '../../clients/constant-rate.ts';
import type { DataSet } from '../../data-sets/data-set.ts';
import { log, shownOnly, type Verdict } from '../../measuring/report.ts';
import { median } from '../../measuring/statistics.ts';
import { start, waitForMessage } from '../../servers/processes.ts';
import { startServer } from '../../servers/server.ts';

const rounds = 3;
const edits = 1000;
const quietSeconds = 4;

/** Writes all edits and returns the time in milliseconds. */
async function write(port: number, appIDs: string[]): Promise<number> {
  const file = fileURLToPath(new URL('../../clients/edits-client.ts', import.meta.url));
  const args = [file, String(port), String(edits), ...appIDs];
  const client = start(process.execPath, args, { lowPriority: true });
  return (await waitForMessage<{ took: number }>(client)).took;
}

/** Measures the response times of the ads endpoint at half of its maximum rate, without and with 1,000 edits in a row. */
export async function measureEdits(data: DataSet): Promise<Verdict[]> {
  const server = await startServer(data.dataDir);
  const appIDs = data.appIDs.filter((_, index) => index % 100 === 0);
  const rate = await halfOfPeak(server, data.urlsFile);
  const found: { quiet: number; busy: number }[] = [];
  const load = await startConstantLoad(server.port, data.urlsFile, rate);
  for (let round = 1; round <= rounds; round += 1) {
    load.reset();
    await pause(quietSeconds * 1000);
    const quiet = await load.window();
    const took = await write(server.port, appIDs);
    const busy = await load.window();
    found.push({ quiet: quiet.p99, busy: busy.p99 });
    const speed = `${edits} edits in ${(took / 1000).toFixed(1)} s`;
    log(`round ${round}: quiet ${formatTimes(quiet)}; ${speed}: ${formatTimes(busy)}`);
  }
  await load.end();
  await server.stop();
  const p99 = (when: 'quiet' | 'busy') => median(found.map((each) => each[when])).toFixed(1);
  return [
    shownOnly(
      'ads during 1,000 edits: p99',
      `${p99('busy')} ms (without them ${p99('quiet')} ms, at ${rate}/s, half of the peak)`,
    ),
  ];
}
