import { createHash, randomBytes } from 'node:crypto';
import { inNormalForm } from '@adwarden/contract/unicode';

/** The characters of app IDs, in the order of the databases. As IDs are random, about as many begin with each of them. */
export const idCharacters = '234567abcdefghijklmnopqrstuvwxyz';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random characters of an alphabet, all equally likely: bytes above its largest multiple are not used. */
export function randomText(alphabet: string, length: number): string {
  const fair = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < fair && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}

/** An app ID or an account's id: 16 lower-case base32 characters (ADR 28 "Ids"). */
export const newId = (): string => randomText(idCharacters, 16);

/** Whether a text has the form of an app ID. */
export const isAppID = (text: string): boolean => /^[2-7a-z]{16}$/.test(text);

/** An app's auth token: 32 base62 characters. */
export const newAuthToken = (): string => randomText(base62, 32);

/** A bearer token of a session: 32 random bytes, base64url. */
export const newBearer = (): string => randomBytes(32).toString('base64url');

/** SHA-256 in hex: how a bearer token is stored, and what an icon is named by. */
export const sha256 = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('hex');

/** Login ids and e-mails are unique in this form: NFC, trimmed, lower case. */
export const loginKey = (login: string): string => inNormalForm(login).trim().toLowerCase();
