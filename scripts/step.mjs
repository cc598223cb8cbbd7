import { endLike, run } from './run.mjs';

const SAY_SOMETHING_EVERY_MS = 5_000;

/**
 * One named step of getting ready: says that it starts, says every few seconds that it still
 * works, and how long it took. A failure prints what the tool said, then one line, and ends us.
 */
export async function step(name, command, args, options) {
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 100) / 10} s`;

  console.log(`${name} …`);
  const tick = setInterval(() => console.log(`  … ${seconds()}`), SAY_SOMETHING_EVERY_MS);
  const result = await run(command, args, {
    ...options,
    env: { ...options.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  clearInterval(tick);

  if (result.stoppedBy) {
    console.error(`Stopped: ${name}`);
    await endLike({ signal: result.stoppedBy });
  }
  if (result.code !== 0) {
    console.error(lastLines(result.output, 30));
    console.error(`Failed: ${name} (after ${seconds()}). The reason stands above.`);
    await endLike(result);
  }
  console.log(`${name}: done in ${seconds()}`);
}

/** One way to get something; when it fails, its words are shown and the next way is tried. */
export async function attempt(name, command, args, options) {
  console.log(`${name} …`);
  const result = await run(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  if (result.stoppedBy) await endLike({ signal: result.stoppedBy });
  if (result.code !== 0) console.log(`${name}: failed\n${result.output.trimEnd()}`);
}

function lastLines(text, count) {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
