import { argon2Sync } from 'node:crypto';
import type { DigestMethods } from './password-hash.ts';
import { answerCalls } from './process/thread.ts';

/* Digests passwords, one after the other. */
answerCalls({
  digest: (message, nonce, tagLength, cost) =>
    argon2Sync('argon2id', { message, nonce, tagLength, ...cost }),
} satisfies DigestMethods);
