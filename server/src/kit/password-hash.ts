import { randomBytes, timingSafeEqual } from 'node:crypto';
import { limits } from '@adwarden/contract/limits';
import { inNormalForm } from '@adwarden/contract/unicode';
import { AppError } from './app-error.ts';
import { ownFile } from './process/own-files.ts';
import { createThread } from './process/thread.ts';
import { Limiter } from './turns/limiter.ts';

/** Makes and checks password hashes, one at a time (ADR 29 "Sessions"). */
export type PasswordHasher = {
  /** Returns the argon2id hash in PHC form; AppError `too-many` when too many wait. */
  hash(password: string): Promise<string>;
  /**
   * Tells whether a password belongs to a hash. The hash '' (no such account, or one without a password) matches no password and
   * takes as long as a wrong one, so that nobody learns which accounts exist.
   */
  verify(password: string, phc: string): Promise<boolean>;
  /** Throws AppError `too-many` when too many passwords wait to be hashed. */
  mustHaveRoom(): void;
};

/** The cost of one hash. `memory` is in KiB. */
export type PasswordCost = { memory: number; passes: number; parallelism: number };

/** OWASP's parameters for argon2id: 19 MiB, two passes. */
export const usualCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const tagBytes = 32;
/** The seconds within which a slow core works off a full queue. */
const queueSeconds = 3;

const phcForm = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** The methods of the thread. */
export type DigestMethods = {
  digest(password: string, salt: Uint8Array, length: number, by: PasswordCost): Uint8Array;
};

/**
 * Reads a hash into its parts. If it is unreadable, the parts match no password, and a comparison with them costs as much as
 * `usual`.
 */
function readPhc(
  phc: string,
  usual: PasswordCost,
): { by: PasswordCost; salt: Buffer; tag: Buffer; isDecoy: boolean } {
  const [, memory, passes, parallelism, salt, tag] = phcForm.exec(phc) ?? [];
  if (!salt || !tag) {
    return { by: usual, salt: Buffer.alloc(saltBytes), tag: Buffer.alloc(tagBytes), isDecoy: true };
  }
  return {
    by: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
    isDecoy: false,
  };
}

/** Builds the hasher of one process: it makes one hash at a time, and `limits.hashQueue` may wait. */
export function createPasswordHasher(cost = usualCost): PasswordHasher {
  const thread = createThread<DigestMethods>(ownFile('kit/password-hash.thread'));
  /** Digests a password trimmed and NFC, however it was typed (ADR 28 "Requests"). */
  const digest = (text: string, salt: Uint8Array, length: number, by: PasswordCost) =>
    thread.call('digest', inNormalForm(text).trim(), salt, length, by);
  const tooMany = () =>
    new AppError('too-many', 'The server is busy with other sign-ins; try again in a moment', {
      retryAfter: queueSeconds,
    });
  const hashing = new Limiter({ places: 1, waiting: limits.hashQueue, refusal: tooMany });

  return {
    mustHaveRoom: () => hashing.mustHaveRoom(),
    hash: (password) =>
      hashing.run(async () => {
        const salt = randomBytes(saltBytes);
        const tag = Buffer.from(await digest(password, salt, tagBytes, cost));
        const { memory, passes, parallelism } = cost;
        return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
      }),
    verify: (password, phc) =>
      hashing.run(async () => {
        const { by, salt, tag, isDecoy } = readPhc(phc, cost);
        const found = await digest(password, salt, tag.length, by);
        return timingSafeEqual(found, tag) && !isDecoy;
      }),
  };
}
