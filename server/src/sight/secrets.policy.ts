import { can } from '@adwarden/contract/people/abilities';
import type { Person } from '@adwarden/contract/people/people';
import { type SecretField, secretAskedFor } from '@adwarden/contract/people/secret-fields';
import { hiddenPassword } from '@adwarden/contract/users';

/** Somebody for whom a thing with secrets is presented. */
export type Reader = Pick<Person, 'kind' | 'access' | 'via' | 'scopes'>;

/**
 * Whoever makes a write that no viewer may make, and no API key without the scope `apps`, and then reads what was written. Such
 * people see secrets.
 */
export const someWriter: Reader = { kind: 'admin' };

/** Tells whether a person sees passwords, keys and addresses of webhooks: no viewer (ADR 123) and no API key (ADR 129) does. */
export const seesSecrets = (reader: Reader): boolean => can(reader, 'see-secrets');

/** Tells whether a person sees the whole tokens of apps; an API key does with the scope `apps`. */
export const seesTokens = (reader: Reader): boolean => can(reader, 'see-tokens');

/** Returns a token as a person may see it: whole, or its last four characters, as the log has them. */
export const seenToken = (reader: Reader, token: string): string =>
  seesTokens(reader) ? token : `…${token.slice(-4)}`;

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
  seesTokens(reader) ? undefined : questions.map(secretAskedFor).find(Boolean);
