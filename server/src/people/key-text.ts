import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomText } from '@adwarden/contract/random-text';
import { base62 } from '../kit/ids.ts';

/*
 * The text of an API key (ADR 129): `adw_`, 34 random base62 characters (202 bits), and the CRC-32 of these in 6 characters. The
 * prefix is for people and for programs that look for lost keys; the checksum tells a typing mistake without the database.
 */

const prefix = 'adw_';
const randomLength = 34;
const checksumLength = 6;

function checksumOf(random: string): string {
  let text = '';
  for (let rest = crc32(random); text.length < checksumLength; rest = Math.floor(rest / 62))
    text = (base62[rest % 62] as string) + text;
  return text;
}

/** Returns a new key. */
export function newKeyText(): string {
  const random = randomText(randomBytes, base62, randomLength);
  return `${prefix}${random}${checksumOf(random)}`;
}

/** Tells whether a bearer token is meant as an API key: no token of a session has its length. */
export const isKeyText = (bearer: string): boolean =>
  bearer.startsWith(prefix) && bearer.length === prefix.length + randomLength + checksumLength;

/** Tells whether the checksum of a key is right: no character is missing or wrong. */
export function hasRightChecksum(key: string): boolean {
  const end = prefix.length + randomLength;
  return key.slice(end) === checksumOf(key.slice(prefix.length, end));
}

const anyKey = /adw_[0-9A-Za-z]{40}/;

/** Tells whether an address has something in it that looks like an API key, also percent-encoded. */
export function hasKeyIn(address: string): boolean {
  if (anyKey.test(address)) return true;
  if (!address.includes('%')) return false;
  const decoded = address.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return anyKey.test(decoded);
}
