import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/*
 * Codes of authenticator apps (RFC 6238): SHA-1, six digits, a new code every 30 seconds. These are the values that all apps know.
 */

const period = 30;
const settings = { algorithm: 'SHA1', digits: 6, period };
const secretBytes = 20;

/** Returns a new secret in base32 (160 bits). */
export const newSecret = (): string =>
  new Secret({ buffer: Uint8Array.from(randomBytes(secretBytes)).buffer }).base32;

/** Returns the content of the QR code. `label` is the login; the app shows it below `issuer`. */
export const uriOf = (secret: string, { issuer, label }: { issuer: string; label: string }) =>
  new TOTP({ ...settings, issuer, label, secret }).toString();

/**
 * Returns the step of a code: the number of the half minute whose code it is, among the one of `now` (epoch milliseconds), the one
 * before and the one after. Null for a code of none of these.
 */
export function stepOf(code: string, secret: string, now: number): number | null {
  const totp = new TOTP({ ...settings, secret });
  const delta = totp.validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / period) + delta;
}
