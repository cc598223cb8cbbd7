import { expect, it } from 'vitest';
import { wholeLink } from './whole-link.ts';

it('a path gets the origin of the page, and a whole address stays', () => {
  const origin = 'http://127.0.0.1:8080';
  expect(wholeLink('/back/invitation#x', origin)).toBe('http://127.0.0.1:8080/back/invitation#x');
  const whole = 'https://office.example.com/invitation#x';
  expect(wholeLink(whole, origin)).toBe(whole);
});
