import { can } from '@adwarden/contract/people/abilities';
import type { Person } from '@adwarden/contract/people/people';
import { type SecretField, secretAskedFor } from '@adwarden/contract/people/secret-fields';
import { hiddenPassword } from '@adwarden/contract/users';

/** Somebody for whom a thing with secrets is presented. */
export type Reader = Pick<Person, 'kind' | 'access'>;

/** Whoever changes a thing, and then reads it. Such people see secrets. */
export const someWriter: Reader = { kind: 'admin' };

/** Tells whether a person sees passwords, keys, addresses of webhooks and whole tokens; a viewer sees none (ADR 123). */
export const seesSecrets = (reader: Reader): boolean => can(reader, 'see-secrets');

/** Returns a token as a person may see it: whole, or its last four characters, as the log has them. */
export const seenToken = (reader: Reader, token: string): string =>
  seesSecrets(reader) ? token : `…${token.slice(-4)}`;

/** Returns a password, a key or an address as a person may see it; `''` says to everybody that there is none. */
export const seenSecret = (reader: Reader, secret: string): string =>
  seesSecrets(reader) || secret === '' ? secret : hiddenPassword;

/**
 * Returns the field of these questions by which this person must not find, sort or export anything; undefined for none. Otherwise
 * whoever does not see a secret could learn it from what is found.
 */
export const closedSecretAmong = (
  reader: Reader,
  questions: readonly unknown[],
): SecretField | undefined =>
  seesSecrets(reader) ? undefined : questions.map(secretAskedFor).find(Boolean);
