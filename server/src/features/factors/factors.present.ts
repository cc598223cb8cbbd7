import type { FactorMethod } from '@adwarden/contract/envelope';
import type { Factor } from '@adwarden/contract/factors/factors';
import type { PersonKind } from '@adwarden/contract/people/people';
import { isoTime, isoTimeOrNull } from '../../kit/clock.ts';
import { isUsablePasskey, type Party } from './factors.passkeys.policy.ts';
import type { FactorRow } from './factors.store.ts';

/** Returns a factor as its person gets it: without its secret. `party`: what passkeys belong to now. */
export const presentFactor = (row: FactorRow, party: Party): Factor => ({
  id: row.id,
  kind: row.method,
  name: row.name,
  createdAt: isoTime(row.createdAt),
  lastUsedAt: isoTimeOrNull(row.lastUsedAt),
  replacesPassword: row.replacesPassword === 'on',
  host: row.host,
  isUsable: row.method !== 'passkey' || isUsablePasskey(row, party),
});

/** The person whom an entry is about. */
export type LoggedPerson = { kind: PersonKind; id: string; fullName: string; login: string };

/** Returns what the log says of a factor or of recovery codes: whose it is and what it is called, never a secret or a code. */
export const loggedFactor = (name: string, { kind, id, fullName, login }: LoggedPerson) => ({
  name,
  person: `${fullName} (${login})`,
  personKind: kind,
  personId: id,
});

/** Writes a recovery code in groups of four, which are easier to copy by hand. */
export const inGroups = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

/** What is said of each way to confirm: its name in the log, its field in the calls, and what is said when it was wrong. */
export const methodWords: Record<FactorMethod, { name: string; field: string; wrong: string }> = {
  totp: {
    name: 'Code',
    field: 'code',
    wrong: 'The code is wrong, or was used before: wait for the next one',
  },
  recoveryCode: {
    name: 'Recovery code',
    field: 'recoveryCode',
    wrong: 'The recovery code is wrong, or was used before',
  },
  passkey: {
    name: 'Passkey',
    field: 'passkey',
    wrong: 'This passkey is none of this account, or cannot be used now',
  },
  link: {
    name: 'Link',
    field: 'link',
    wrong:
      'This link is not valid: it was used, it has ended, or there is a newer one. Ask for another link',
  },
};
