import { readAdUnit } from '@adwarden/contract/findings/ad-unit-ids';
import { storeOf } from '@adwarden/contract/findings/app-rules';

/*
 * Warnings about ids that look wrong. They never prevent saving, because other ad networks and iOS have formats of
 * their own.
 */

/** What is probably wrong with an ad-unit id; null for nothing that we know of. */
export function adUnitWarning(text: string): string | null {
  const id = text.trim();
  if (id === '') return null;
  const read = readAdUnit(id);
  if (read.is === 'app-id') {
    return 'This is an AdMob app id (with ~); an ad unit has / before its last number';
  }
  if (read.is === 'unit' && read.sample === 'retired') {
    return 'Google has retired this sample; it no longer shows ads';
  }
  if (/\s/.test(id)) return 'There is white space inside this id';
  return read.is === 'malformed'
    ? 'An AdMob ad unit reads ca-app-pub-, 16 digits, /, 10 digits'
    : null;
}

/** What is probably wrong with a package name; null for nothing that we know of. */
export function packageNameWarning(text: string): string | null {
  const name = text.trim();
  if (name === '' || storeOf(name) !== null) return null;
  return 'A package name usually has two or more parts, such as com.company.app';
}
