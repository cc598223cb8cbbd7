import { expect, it, test } from 'vitest';
import { hasKeyIn, hasRightChecksum, isKeyText, newKeyText } from './key-text.ts';

it('is made as scanners look for it, and no two are the same', () => {
  const keys = Array.from({ length: 1_000 }, newKeyText);
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) {
    expect(key).toMatch(/^\badw_[0-9A-Za-z]{40}\b$/);
    expect(isKeyText(key)).toBe(true);
    expect(hasRightChecksum(key)).toBe(true);
  }
});

it('has a CRC-32 in base62, filled up with zeros', () => {
  const zeros = '0'.repeat(34);
  expect(hasRightChecksum(`adw_${zeros}${inBase62(crc(zeros))}`)).toBe(true);
});

/** CRC-32 bit by bit, as its definition has it. */
function crc(text: string): number {
  let rest = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  }
  return (rest ^ 0xffffffff) >>> 0;
}
function inBase62(number: number): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let text = '';
  for (let rest = number; rest > 0; rest = Math.floor(rest / 62)) text = digits[rest % 62] + text;
  return text.padStart(6, '0');
}

it('a changed character, and two that changed places, are noticed', () => {
  for (let time = 0; time < 200; time += 1) {
    const key = newKeyText();
    const place = 4 + (time % 40);
    const other = key[place] === 'x' ? 'y' : 'x';
    expect(hasRightChecksum(key.slice(0, place) + other + key.slice(place + 1))).toBe(false);
    if (key[4] === key[5]) continue;
    expect(hasRightChecksum(`adw_${key[5]}${key[4]}${key.slice(6)}`)).toBe(false);
  }
});

const key = newKeyText();
test.each([
  [`/apps/getAllApp?key=${key}`, true],
  [`/apps/ipRules/${key}`, true],
  [`/apps/getAllApp?key=${key.replace('_', '%5F')}`, true],
  [`/apps/getAllApp?key=%61dw%5f${key.slice(4)}`, true],
  [`/apps/getAllApp?key=${key.slice(0, 43)}`, false],
  ['/apps/getAllApp?search=adw_%zz%', false],
  ['/', false],
])('%s has a key: %s', (address, has) => {
  expect(hasKeyIn(address)).toBe(has);
});
