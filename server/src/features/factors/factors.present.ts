import type { Factor } from '@adwarden/contract/factors/factors';
import type { PersonKind } from '@adwarden/contract/people/people';
import { isoTime, isoTimeOrNull } from '../../kit/clock.ts';
import type { FactorRow } from './factors.store.ts';

/** Returns a factor as its person gets it: without its secret. */
export const presentFactor = (row: FactorRow): Factor => ({
  id: row.id,
  kind: row.method,
  name: row.name,
  createdAt: isoTime(row.createdAt),
  lastUsedAt: isoTimeOrNull(row.lastUsedAt),
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
