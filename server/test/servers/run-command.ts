import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** The settings of a command, its input, and the user who runs it; without `uid` the own one. */
type Run = { env: Record<string, string>; input?: string; uid?: number; gid?: number };

/**
 * Runs a command of `src/cli`. Returns its exit code and its trimmed output. The test goes on while the command runs: a
 * server in this process may hold a lock of the database, and must be able to give it back.
 */
export async function runCommand(
  file: string,
  given: readonly string[],
  { env, input = '', ...user }: Run,
) {
  const child = spawn(process.execPath, [file, ...given], {
    ...user,
    env: { ...process.env, ...env },
  });
  // A command that ends early does not read its input.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { status: status as number | null, stdout: stdout.trim(), stderr: stderr.trim() };
}
