import { randomBytes } from 'node:crypto';
import { limits } from '@adwarden/contract/limits';
import { randomText } from '@adwarden/contract/random-text';
import type { LoggedWrite } from '../../changes/change-log.ts';
import type { Actor } from '../../http/actor.ts';
import { sha256 } from '../../kit/ids.ts';
import { inGroups } from './factors.present.ts';
import { replaceRecoveryCodes } from './factors.store.ts';

/** The characters of a recovery code: base32, as of an authenticator's secret. */
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const codeLength = 24;

/** Stores new recovery codes and returns them; older ones end. */
export async function makeRecoveryCodes({ tx }: LoggedWrite, person: Actor): Promise<string[]> {
  const codes = Array.from({ length: limits.secondFactor.recoveryCodes }, () =>
    randomText(randomBytes, base32, codeLength),
  );
  await replaceRecoveryCodes(tx, person, codes.map(sha256));
  return codes.map(inGroups);
}
