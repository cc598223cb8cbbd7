import type { PasskeyObstacle } from '@adwarden/contract/ways';
import { AppError } from '../../kit/app-error.ts';
import { sha256 } from '../../kit/ids.ts';
import { obstacleWords, type RelyingParty } from '../../people/relying-party.ts';
import type { FactorRow } from './factors.store.ts';

/** What passkeys belong to, or why there are none. */
export type Party = RelyingParty | PasskeyObstacle;

/** Returns what passkeys belong to. AppError `conflict` where there are none. */
export function mustHaveParty(party: Party): RelyingParty {
  if (typeof party !== 'string') return party;
  throw new AppError('conflict', `There are no passkeys here: ${obstacleWords[party]}`);
}

/** Tells whether a factor is a passkey that can be used at the address of now. */
export const isUsablePasskey = ({ method, host }: FactorRow, party: Party): boolean =>
  method === 'passkey' && typeof party !== 'string' && host === party.host;

/** Returns what a passkey must sign for a ticket, in base64url: so the answer belongs to this ticket only, and nothing is stored. */
export const challengeOf = (ticket: string): string =>
  Buffer.from(sha256(`passkey:${ticket}`), 'hex').toString('base64url');
