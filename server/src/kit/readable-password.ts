import { randomText } from './ids.ts';

/** Lower-case letters and digits that do not look like one another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A random password of 20 characters in four groups that can be read out and typed (99 bits). */
export function readablePassword(): string {
  return Array.from({ length: 4 }, () => randomText(alphabet, 5)).join('-');
}
