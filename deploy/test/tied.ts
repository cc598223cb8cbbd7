import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program that was started by `spawnTied`. */
export type Tied = {
  /** The program's own process id. */
  pid: number;
  /** What it wrote to its standard error so far. */
  words(): string;
  hasEnded(): boolean;
  ended: Promise<unknown>;
};

/** Starts the program, tells its id, and sends it $0 when the standard input ends: when who started it is dead. */
const script = `exec 3<&0
"$@" </dev/null >/dev/null 3<&- &
program=$!
echo $program
{ cat <&3; kill -$0 $program; } >/dev/null 2>&1 &
exec 3<&-
wait $program`;

/**
 * Starts a program of another house, which does not notice by itself that this process dies; it then gets
 * `lastSignal`, so that none is left behind, however the tests end.
 */
export async function spawnTied(
  lastSignal: 'QUIT' | 'TERM',
  program: string,
  args: string[],
  options: Pick<SpawnOptions, 'cwd' | 'uid' | 'gid'> = {},
): Promise<Tied> {
  const shell = spawn('/bin/sh', ['-c', script, lastSignal, program, ...args], {
    ...options,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(shell, 'exit').finally(() => shell.stdin.destroy());
  let words = '';
  shell.stderr.setEncoding('utf8').on('data', (text) => {
    words += text;
  });
  const [pid] = await once(shell.stdout.setEncoding('utf8'), 'data');
  return {
    pid: Number(pid),
    words: () => words,
    hasEnded: () => shell.exitCode !== null || shell.signalCode !== null,
    ended,
  };
}
