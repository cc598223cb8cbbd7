import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** A running child; `ended` answers its exit code. */
export type Child = {
  pid: number;
  process: ChildProcess;
  ended: Promise<number | null>;
  stop(): Promise<void>;
};

const running = new Set<Child>();

/** The first two cores this process may use: one for the server, one for whoever asks it. */
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

/** Lets a program have what others leave; for the scheduler, a core with one at nice 19 still counts as taken. */
const leftover = findLeftover();

function findLeftover(): string[] {
  if (spawnSync('chrt', ['-i', '0', 'true']).status === 0) return ['chrt', '-i', '0'];
  return process.platform === 'win32' ? [] : ['nice', '-n', '19'];
}

/**
 * Starts a program, on one core where that is asked for and can be had. It has a channel to this process,
 * so that it notices when this process dies; its complaints go to our own.
 */
export function start(
  command: string,
  args: string[],
  options: {
    core?: keyof NonNullable<typeof cores> | undefined;
    /** It stands for another machine: it gets what the measured programs leave of the cores. */
    elsewhere?: boolean;
    env?: NodeJS.ProcessEnv;
    cwd?: string;
    stdout?: 'ignore' | 'pipe';
  } = {},
): Child {
  const core = options.core && cores?.[options.core];
  const line = [command, ...args];
  if (options.elsewhere) line.unshift(...leftover);
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

/** Ends every child that still runs. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((child) => child.stop()));
}

/** What a child says next, after `order` when there is one; throws when it ends instead. */
export async function hear<Message>(child: Child, order?: string): Promise<Message> {
  const said = once(child.process, 'message').then(([message]) => message as Message);
  const died = child.ended.then((code) => {
    throw new Error(`${child.process.spawnargs.join(' ').slice(0, 200)} ended with ${code}`);
  });
  if (order) child.process.send(order);
  return Promise.race([said, died]);
}

/** What a child wrote until it ended well; throws when it did not. */
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

/** Processor time that a process and its children took so far, in milliseconds; null where /proc does not tell. */
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

function cpuTime(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Fields after the program's name, which may hold spaces; 14 and 15 count in hundredths of a second.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}

/** Megabytes a process holds in memory, now and at most since `forgetPeak`; null where /proc does not tell. */
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

/** Lets the peak of a process's memory begin anew from what it holds now, where /proc exists. */
export function forgetPeak(pid: number): void {
  if (existsSync('/proc/self/clear_refs')) writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
