import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { motion, waitingDelay } from './delays.ts';

test('scripts and style sheets have the same times', () => {
  const tokens = readFileSync(new URL('../theme/tokens.css', import.meta.url), 'utf8');
  const timeOf = (name: string) => Number(new RegExp(`--${name}: (\\d+)ms`).exec(tokens)?.[1]);
  expect(timeOf('delay-waiting')).toBe(waitingDelay);
  for (const [name, time] of Object.entries(motion)) expect(timeOf(`motion-${name}`)).toBe(time);
});
