import type { MouseEvent } from 'react';
import { describe, expect, it } from 'vitest';
import { isPlainClick } from './plain-click.ts';

const plain = { button: 0, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

describe('a plain click', () => {
  it('is one of the main button without a key', () => {
    expect(isPlainClick(plain as MouseEvent)).toBe(true);
  });

  it.each([
    { button: 1 },
    { ctrlKey: true },
    { metaKey: true },
    { shiftKey: true },
    { altKey: true },
  ])('is not one with %o', (held) => {
    expect(isPlainClick({ ...plain, ...held } as MouseEvent)).toBe(false);
  });
});
