import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { makePassword, randomText } from './random-text.ts';

it('a made password has four groups, and each is another one', () => {
  const made = Array.from({ length: 200 }, () => makePassword(randomBytes));
  for (const one of made) expect(one).toMatch(/^[a-hjkmnp-z2-9]{5}(-[a-hjkmnp-z2-9]{5}){3}$/);
  expect(new Set(made).size).toBe(made.length);
});

it('all characters are equally likely', () => {
  let next = 0;
  const all = () => [next++ % 256];
  const text = randomText(all, 'abc', 255);
  for (const character of 'abc') expect(text.split(character).length - 1).toBe(85);
});
