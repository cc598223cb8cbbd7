import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** A running child process; `ended` resolves to its exit code. */
export type Child = {
  pid: number;
  process: ChildProcess;
  ended: Promise<number | null>;
  stop(): Promise<void>;
};

const running = new Set<Child>();

/** The first two cores that this process may use: one for the server, one for the load generator. */
export const cores = findCores();

function findCores(): { server: number; driver: number } | null {
  if (!existsSync('/proc/self/status')) return null;
  if (spawnSync('taskset', ['--version']).status !== 0) return null;
  const status = readFileSync('/proc/self/status', 'utf8');
  const allowed = /Cpus_allowed_list:\s*(\S+)/.exec(status)?.[1] ?? '';
  const [server, driver] = allowed.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
  return server === undefined || driver === undefined ? null : { server, driver };
}

/** Pins a running process with all its threads to a core, if possible. */
export function pin(pid: number, core: keyof NonNullable<typeof cores>): void {
  if (cores) spawnSync('taskset', ['-acp', String(cores[core]), String(pid)]);
}

/** A command prefix for low priority: SCHED_IDLE if possible, because the scheduler counts a core with a nice 19 thread as busy. */
const lowPriorityPrefix = findLowPriorityPrefix();

function findLowPriorityPrefix(): string[] {
  if (spawnSync('chrt', ['-i', '0', 'true']).status === 0) return ['chrt', '-i', '0'];
  return process.platform === 'win32' ? [] : ['nice', '-n', '19'];
}

/**
 * Starts a program, pinned to a core if `core` is given and pinning is possible. It has an IPC channel to this process,
 * so it notices when this process dies. Its stderr is the stderr of this process.
 */
export function start(
  command: string,
  args: string[],
  options: {
    core?: keyof NonNullable<typeof cores> | undefined;
    /** The program represents another machine, so it gets only processor time that the measured programs do not use. */
    lowPriority?: boolean;
    env?: NodeJS.ProcessEnv;
    cwd?: string;
    stdout?: 'ignore' | 'pipe';
  } = {},
): Child {
  const core = options.core && cores?.[options.core];
  const line = [command, ...args];
  if (options.lowPriority) line.unshift(...lowPriorityPrefix);
  if (core !== undefined) line.unshift('taskset', '-c', String(core));
  const child = spawn(line[0] as string, line.slice(1), {
    stdio: ['ignore', options.stdout ?? 'ignore', 'inherit', 'ipc'],
    env: options.env ?? process.env,
    ...(options.cwd && { cwd: options.cwd }),
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const entry: Child = {
    pid: child.pid ?? 0,
    process: child,
    ended,
    async stop() {
      child.kill('SIGTERM');
      const last = setTimeout(() => child.kill('SIGKILL'), 15_000);
      await ended.catch(() => {});
      clearTimeout(last);
    },
  };
  running.add(entry);
  ended.catch(() => {}).finally(() => running.delete(entry));
  return entry;
}

/** Returns the children of a process with this title; the process itself when there is none, as in other copies of the server. */
export function processesOf(pid: number, title: string): [number, ...number[]] {
  const titled = childrenOf(pid).filter((child) =>
    readFileSync(`/proc/${child}/cmdline`, 'utf8').startsWith(title),
  );
  const [first = pid, ...others] = titled;
  return [first, ...others];
}

/** Stops every child process that still runs. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((child) => child.stop()));
}

/** Sends `order` to a child, if given, and returns the child's next message; throws if the child ends instead. */
export async function waitForMessage<Message>(child: Child, order?: string): Promise<Message> {
  const message = once(child.process, 'message').then(([message]) => message as Message);
  const died = child.ended.then((code) => {
    throw new Error(`${child.process.spawnargs.join(' ').slice(0, 200)} ended with ${code}`);
  });
  if (order) child.process.send(order);
  return Promise.race([message, died]);
}

/** Waits for the whole output of a child; throws if its exit code is not 0. */
export async function output(child: Child): Promise<string> {
  let text = '';
  child.process.stdout?.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  const [code] = await Promise.all([
    child.ended,
    child.process.stdout && once(child.process.stdout, 'close'),
  ]);
  if (code !== 0) throw new Error(`${child.process.spawnargs.join(' ')} ended with ${code}`);
  return text;
}

/** Processor time of a process and its children so far, in milliseconds; null without /proc. */
export function cpuTimeOfAll(pid: number): number | null {
  const times = [pid, ...childrenOf(pid)].map(cpuTime);
  return times.some((time) => time === null)
    ? null
    : times.reduce<number>((a, b) => a + (b ?? 0), 0);
}

function childrenOf(pid: number): number[] {
  try {
    const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return pids === '' ? [] : pids.split(' ').map(Number);
  } catch {
    return [];
  }
}

function cpuTime(pid: number | string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The fields after the program's name, which may contain spaces. Fields 14 and 15 are in hundredths of a second.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}

/** Resident memory of a process in megabytes: now, and its peak since `watchMemory`; null without /proc. */
export function memory(pid: number): { now: number; peak: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const megabytes = (name: string) =>
      (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024) / 1e6;
    return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
  } catch {
    return null;
  }
}

/** Resets the peak of a process's memory to its present value, if /proc exists. */
function resetPeak(pid: number): void {
  if (existsSync('/proc/self/clear_refs')) writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Watches the memory of a process. The returned function answers by how many megabytes it grew at most; NaN without /proc. */
export function watchMemory(pid: number): () => number {
  resetPeak(pid);
  const before = memory(pid)?.now ?? Number.NaN;
  return () => (memory(pid)?.peak ?? Number.NaN) - before;
}
