import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Child, cpuTimeOfAll, output, start } from '../servers/processes.ts';

/** Connections that send requests at the same time. */
const connections = 32;

/** The load generator that is installed. */
export const driver = spawnSync('wrk', ['--version']).error ? 'autocannon' : 'wrk';

/**
 * Answers per second, and the shares of a core that the driver and the server (with its workers) used; null if
 * unknown. The server's share is less than 1 when the driver, or other work on the machine, limits the rate.
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

/** Starts to send random requests of a file to a server, on 32 connections, as fast as it answers. */
function startLoad(
  server: { port: number },
  requestsFile: string,
  seconds: number,
  core?: 'driver',
): Child {
  return start(...commandOf(server.port, requestsFile, seconds), { core, stdout: 'pipe' });
}

/** Sends the same requests, waits for the end, and returns what was measured. */
export async function load(
  server: { port: number; pid: number },
  requestsFile: string,
  seconds: number,
  { core }: { core?: 'driver' } = {},
): Promise<Load> {
  const child = startLoad(server, requestsFile, seconds, core);
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

/** Measures the processor time of a process and its children. The first second, in which it reads its file, is not counted. */
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
