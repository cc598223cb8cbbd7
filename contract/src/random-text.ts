/** Returns random bytes of the platform, good enough for secrets. */
type RandomBytes = (count: number) => Iterable<number>;

/** Returns random characters of an alphabet, all equally likely: bytes above its largest multiple are not used. */
export function randomText(bytes: RandomBytes, alphabet: string, length: number): string {
  const fair = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of bytes(length * 2)) {
      if (byte < fair && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}

/** Lower-case letters and digits, without those that look alike. */
const readable = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Makes a random password of 20 characters in four groups, which can be read out and typed (99 bits). */
export const makePassword = (bytes: RandomBytes): string =>
  Array.from({ length: 4 }, () => randomText(bytes, readable, 5)).join('-');
