import { describe, expect, it } from 'vitest';
import { shorten } from './shorten.ts';

describe('a text that is too long', () => {
  it.each([
    ['', 1, ''],
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['a😀', 3, 'a😀'],
    ['a😀b', 3, 'a…'],
    ['a😀bc', 4, 'a😀…'],
    ['😀😀', 1, '…'],
  ])('%j in %i units is %j', (text, most, short) => {
    expect(shorten(text, most)).toBe(short);
  });
});
