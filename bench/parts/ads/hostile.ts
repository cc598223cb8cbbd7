import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { longestWaits, type Waits } from '../../clients/ads-probe.ts';
import { signIn } from '../../clients/api.ts';
import type { Report } from '../../clients/hostile-client.ts';
import type { DataSet } from '../../data-sets/data-set.ts';
import { judge, log, type Verdict } from '../../measuring/report.ts';
import { start, waitForMessage, watchMemory } from '../../servers/processes.ts';
import { startServer } from '../../servers/server.ts';

const mostDelayMs = 50;
const quietMs = 1000;

/**
 * Measures the delay of ads while hostile files are sent as imports. The verdict uses the processor time of the serving thread
 * while an ads request waited, so other programs on the machine do not matter.
 */
export async function measureHostile(data: DataSet): Promise<Verdict[]> {
  const server = await startServer(data.dataDir);
  const api = await signIn(server.port);
  const adsUrl = readFileSync(data.urlsFile, 'utf8').split('\n', 1)[0] as string;
  const program = fileURLToPath(new URL('../../clients/hostile-client.ts', import.meta.url));
  const args = [program, String(server.port), api.bearer];
  const moreMemory = watchMemory(server.office);
  const client = start(process.execPath, args, { lowPriority: true });
  const worst = { cpu: 0, clock: 0, file: '' };
  const shown = ({ clock, cpu }: Waits) =>
    `${cpu.toFixed(1)} ms (by the clock ${clock.toFixed(0)})`;
  let report = await waitForMessage<Report>(client);
  while (report.name !== '') {
    const { name } = report;
    const quiet = await longestWaits(server, adsUrl, pause(quietMs));
    const next = waitForMessage<Report>(client, 'send');
    const beside = await longestWaits(server, adsUrl, next);
    report = await next;
    log(`${name}: quiet ${shown(quiet)}; beside ${shown(beside)}; ${report.answers.join('; ')}`);
    worst.clock = Math.max(worst.clock, beside.clock - quiet.clock);
    const cpu = beside.cpu - quiet.cpu;
    if (cpu > worst.cpu) Object.assign(worst, { cpu, file: name });
  }
  const megabytes = moreMemory();
  await client.stop();
  api.close();
  await server.stop();
  const detail = `${worst.file}; by the clock ${worst.clock.toFixed(0)} ms, ${megabytes.toFixed(0)} MB more memory`;
  return [
    judge(
      'ads while hostile files are sent: longest delay',
      worst.cpu,
      { atMost: mostDelayMs },
      { unit: ' ms', digits: 1, detail },
    ),
  ];
}
