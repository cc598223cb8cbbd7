import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cpuTimeOfAll, output, start } from './processes.ts';

/** Connections that ask at the same time. */
const connections = 32;

/** What drives load as fast as the server answers. */
export const driver = spawnSync('wrk', ['--version']).error ? 'autocannon' : 'wrk';

/**
 * Answers per second, and shares of a core that the driver and the server, with its workers, took, null where
 * that is unknown: the server's is less than 1 while something else on the machine, or the driver, holds it up.
 */
export type Load = { perSecond: number; driverShare: number | null; serverShare: number | null };

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

function commandOf(port: number, requestsFile: string, seconds: number): [string, string[]] {
  const all = [String(seconds), String(connections)] as const;
  if (driver === 'autocannon') {
    return [process.execPath, [here('autocannon-run.ts'), String(port), requestsFile, ...all]];
  }
  const script = ['-s', here('random-urls.lua'), `http://127.0.0.1:${port}`, '--', requestsFile];
  return ['wrk', ['-t1', `-c${all[1]}`, `-d${all[0]}s`, '--timeout', '10s', ...script]];
}

/** Asks a server for random ones of the requests in a file, on 32 connections, as fast as it answers. */
export async function load(
  server: { port: number; pid: number },
  requestsFile: string,
  seconds: number,
  { core }: { core?: 'driver' } = {},
): Promise<Load> {
  const child = start(...commandOf(server.port, requestsFile, seconds), { core, stdout: 'pipe' });
  const watched = [watchCpu(child.pid), watchCpu(server.pid)] as const;
  const text = await output(child).finally(() => {
    for (const watch of watched) watch.end();
  });
  const [driverShare, serverShare] = watched.map((watch) => watch.share());
  const result = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as {
    answers: number;
    seconds: number;
    failures: number;
  };
  if (result.failures > 0) throw new Error(`${driver} saw ${result.failures} failed requests`);
  return {
    perSecond: result.answers / result.seconds,
    driverShare: driverShare ?? null,
    serverShare: serverShare ?? null,
  };
}

/** Follows the processor time of a process and its children from a second after its start, when it has read its file. */
function watchCpu(pid: number) {
  const samples: { at: number; cpu: number }[] = [];
  const timer = setInterval(() => {
    const cpu = cpuTimeOfAll(pid);
    if (cpu !== null) samples.push({ at: performance.now(), cpu });
  }, 100);
  return {
    end: () => clearInterval(timer),
    share(): number | null {
      const [first, last] = [samples[9], samples.at(-1)];
      if (!first || !last || first === last) return null;
      return (last.cpu - first.cpu) / (last.at - first.at);
    },
  };
}
