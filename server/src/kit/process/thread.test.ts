import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { createThread } from './thread.ts';

type Methods = {
  add(one: number, other: number): number;
  fail(text: string): never;
  die(): never;
  wait(): never;
};

/** Builds a thread whose file is written here. */
function threadOf(text: string) {
  const file = join(mkdtempSync(join(tmpdir(), 'adwarden-thread-')), 'some.thread.mjs');
  const own = new URL('./thread.ts', import.meta.url).href;
  writeFileSync(file, `import { answerCalls } from ${JSON.stringify(own)};\n${text}`);
  return createThread<Methods>(pathToFileURL(file));
}

const some = `answerCalls({
  add: (one, other) => one + other,
  fail: (text) => { throw new TypeError(text); },
  die: () => process.exit(3),
  wait: () => new Promise(() => {}),
});`;

it('answers calls in their order, with values and errors', async () => {
  const thread = threadOf(some);
  const answers = await Promise.allSettled([
    thread.call('add', 1, 2),
    thread.call('fail', "it's full"),
    thread.call('add', 3, 4),
  ]);
  expect(answers).toMatchObject([{ value: 3 }, { reason: { message: "it's full" } }, { value: 7 }]);
  await thread.end();
});

it('rejects what waits when the thread dies, and starts again with the next call', async () => {
  const thread = threadOf(some);
  const answers = await Promise.allSettled([thread.call('die'), thread.call('add', 1, 1)]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await thread.call('add', 5, 6)).toBe(11);
  await thread.end();
});

it('rejects what waits at its end', async () => {
  const thread = threadOf(some);
  await thread.call('add', 1, 1);
  const waiting = thread.call('wait');
  const end = thread.end();
  await expect(waiting).rejects.toThrow('the thread has ended');
  await end;
});

it('rejects when the file cannot be run', async () => {
  await expect(threadOf('throw new Error("no such disk")').call('add', 1, 2)).rejects.toThrow(
    'no such disk',
  );
});
