import { createHmac, randomBytes } from 'node:crypto';

/*
 * Signs each request to a webhook twice with the same secret: as Standard Webhooks defines, for which receivers have libraries in
 * their language, and as Adwarden has always done (ADR 94).
 */

const prefix = 'whsec_';
/** The bytes of a key. Standard Webhooks takes 24 to 64. A multiple of 3 is base64 without `=` at its end. */
const keyBytes = 33;

/** Makes a secret that the libraries of Standard Webhooks take: `whsec_` and the base64 of a random key. */
export const newSecret = (): string => `${prefix}${randomBytes(keyBytes).toString('base64')}`;

/**
 * Returns the key that a secret holds. Up to 0.3.2 secrets were base64url; Node reads both alphabets, so an older secret signs
 * with the key that its receiver gets by writing `+` for `-`, `/` for `_`, and `=` at the end.
 */
const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64');

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text);

/** Builds the headers that prove that the sender knows the secret, and that name the event and its time (docs/api.md). */
export function signatureHeaders(
  secret: string,
  { id, seconds, body }: { id: string; seconds: number; body: string },
): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${hmac(keyOf(secret), `${id}.${seconds}.${body}`).digest('base64')}`,
    'adwarden-signature': `t=${seconds},v1=${hmac(secret, `${seconds}.${body}`).digest('hex')}`,
  };
}
