import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/**
 * Runs a command of `src/cli` and returns how it ended and what it wrote, trimmed. It does not block this process: the
 * server of a test may be within a transaction, for which the command would wait in vain.
 */
export async function runCommand(
  file: string,
  given: readonly string[],
  { env, input = '' }: { env: Record<string, string>; input?: string },
) {
  const child = spawn(process.execPath, [file, ...given], { env: { ...process.env, ...env } });
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
