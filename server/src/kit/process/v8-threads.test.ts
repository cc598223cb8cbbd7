import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** A process of its own, whose priorities nobody else needs. It prints field 19 of proc_pid_stat(5) by thread. */
const program = `
  import { readdirSync, readFileSync } from 'node:fs';
  import { lowerV8ThreadPriority } from '${new URL('v8-threads.ts', import.meta.url).href}';
  lowerV8ThreadPriority();
  const threads = readdirSync('/proc/self/task').map((id) => {
    const stat = readFileSync('/proc/self/task/' + id + '/stat', 'utf8');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    return { name, nice: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]) };
  });
  console.log(JSON.stringify(threads));
`;

it.skipIf(process.platform !== 'linux')('V8’s threads stand back, and only they', () => {
  const text = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  const threads = JSON.parse(text) as { name: string; nice: number }[];
  const ofV8 = threads.filter(({ name }) => name.includes('V8Worker'));
  expect(ofV8.length).toBeGreaterThan(0);
  expect(ofV8.map(({ nice }) => nice)).toEqual(ofV8.map(() => 19));
  const others = threads.filter((thread) => !ofV8.includes(thread));
  expect(others.every(({ nice }) => nice < 19)).toBe(true);
});
