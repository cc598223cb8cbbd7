export type Utf16 = 'utf-16le' | 'utf-16be';

/** In this part of its bytes or more, a text in UTF-16 has zeros, in any language: those of separators and line breaks. */
const fewest = 1 / 100;

/**
 * Tells whether the first bytes of a file are UTF-16, by its byte order mark, or by zeros at every other place; null for another
 * encoding. Texts in other encodings have no zeros.
 */
export function utf16Of(bytes: Uint8Array): Utf16 | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (const [at, byte] of bytes.entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const few = Math.max(2, bytes.length * fewest);
  if (odd >= few && odd > 4 * even) return 'utf-16le';
  if (even >= few && even > 4 * odd) return 'utf-16be';
  return null;
}
