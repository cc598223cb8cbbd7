import { argon2Sync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { DigestReply, DigestRequest } from './password-hash.ts';

/* Digests passwords, one after the other. */

function reply({ password, salt, length, by }: DigestRequest): DigestReply {
  try {
    const tag = argon2Sync('argon2id', {
      message: password,
      nonce: salt,
      tagLength: length,
      ...by,
    });
    return { tag };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

parentPort?.on('message', (request: DigestRequest) => parentPort?.postMessage(reply(request)));
