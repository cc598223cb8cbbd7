import { argon2Sync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { DigestReply, DigestRequest } from './password-hash.ts';
import { giveWay, standBack } from './thread-priority.ts';

/* Digests passwords, one after the other, with a lower priority than the thread that answers the ads. */

standBack();

function reply({ password, salt, length, by }: Exclude<DigestRequest, 'give-way'>): DigestReply {
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

parentPort?.on('message', (request: DigestRequest) => {
  if (request === 'give-way') giveWay();
  else parentPort?.postMessage(reply(request));
});
