import { createHash, randomBytes } from 'node:crypto';
import { randomText } from '@adwarden/contract/random-text';
import { inNormalForm } from '@adwarden/contract/unicode';

/** The characters of app IDs, in the order of the databases. IDs are random, so about as many begin with each of them. */
export const idCharacters = '234567abcdefghijklmnopqrstuvwxyz';
export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns a new app ID or account id: 16 lower-case base32 characters (ADR 28 "Ids"). */
export const newId = (): string => randomText(randomBytes, idCharacters, 16);

/** Tells whether a text has the form of an app ID. */
export const isAppID = (text: string): boolean => /^[2-7a-z]{16}$/.test(text);

/** Returns a new auth token of an app: 32 base62 characters. */
export const newAuthToken = (): string => randomText(randomBytes, base62, 32);

/** Returns a new bearer token of a session: 32 random bytes, base64url. */
export const newBearer = (): string => randomBytes(32).toString('base64url');

/** Returns SHA-256 in hex: the form in which a bearer token is stored, and the name of an icon. */
export const sha256 = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('hex');

/** Returns the form in which login ids and e-mails are unique: NFC, trimmed, lower case. */
export const loginKey = (login: string): string => inNormalForm(login).trim().toLowerCase();
