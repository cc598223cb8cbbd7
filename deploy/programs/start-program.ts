import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

export type Program = {
  /** The program's own process id. */
  pid: number;
  /** Returns the text of its standard error so far. */
  errors(): string;
  hasEnded(): boolean;
  ended: Promise<unknown>;
};

/** Starts the program, prints its process id, and sends it the signal $0 when the standard input ends. */
const script = `exec 3<&0
"$@" </dev/null >/dev/null 3<&- &
program=$!
echo $program
{ cat <&3; kill -$0 $program; } >/dev/null 2>&1 &
exec 3<&-
wait $program`;

/**
 * Starts a program that gets `lastSignal` when this process ends, even when this process is killed. So no program is left
 * running after the tests.
 */
export async function startProgram(
  lastSignal: 'QUIT' | 'TERM',
  program: string,
  args: string[],
  options: Pick<SpawnOptions, 'cwd' | 'uid' | 'gid'> = {},
): Promise<Program> {
  const shell = spawn('/bin/sh', ['-c', script, lastSignal, program, ...args], {
    ...options,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(shell, 'exit').finally(() => shell.stdin.destroy());
  let errors = '';
  shell.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  const [pid] = await once(shell.stdout.setEncoding('utf8'), 'data');
  return {
    pid: Number(pid),
    errors: () => errors,
    hasEnded: () => shell.exitCode !== null || shell.signalCode !== null,
    ended,
  };
}
