import { exitLike, run } from './run.mjs';

const PROGRESS_EVERY_MS = 5_000;

/**
 * Runs one named step of the preparation. Prints its start, its progress every few seconds, the tool's lines that begin
 * with "Warning:", and its duration. If it fails, prints the end of the tool's output and one line, and ends this process.
 */
export async function step(name, command, args, options) {
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 100) / 10} s`;

  console.log(`${name} …`);
  const tick = setInterval(() => console.log(`  … ${seconds()}`), PROGRESS_EVERY_MS);
  const result = await run(command, args, {
    ...options,
    env: { ...options.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  clearInterval(tick);

  if (result.stoppedBy) {
    console.error(`Stopped: ${name}`);
    await exitLike({ signal: result.stoppedBy });
  }
  if (result.code !== 0) {
    console.error(lastLines(result.output, 30));
    console.error(`Failed: ${name} (after ${seconds()}). See the output above for the reason.`);
    await exitLike(result);
  }
  for (const line of result.output.split('\n')) if (/^Warning:/.test(line)) console.warn(line);
  console.log(`${name}: done in ${seconds()}`);
}

/** Runs a program that may fail; then its output is printed, and the caller tries something else. */
export async function attempt(name, command, args, options) {
  console.log(`${name} …`);
  const result = await run(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  if (result.stoppedBy) await exitLike({ signal: result.stoppedBy });
  if (result.code !== 0) console.log(`${name}: failed\n${result.output.trimEnd()}`);
}

function lastLines(text, count) {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
