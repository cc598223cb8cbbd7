import type { ApiKey } from '@adwarden/contract/api-keys/api-keys';
import type { KeyScope } from '@adwarden/contract/people/people';
import { isoTime, isoTimeOrNull } from '../../kit/clock.ts';
import type { ListedKey } from './api-keys.store.ts';

/** Returns the texts of a stored list. */
export const listOf = (joined: string): string[] => (joined === '' ? [] : joined.split(','));

/** Returns an API key as answers have it: without its text and its hash. */
export const presentKey = (row: ListedKey): ApiKey => ({
  id: row.id,
  name: row.name,
  scopes: listOf(row.scopes) as KeyScope[],
  addresses: listOf(row.addresses),
  state: row.state,
  createdAt: isoTime(row.createdAt),
  endsAt: isoTime(row.endsAt),
  lastUsedAt: isoTimeOrNull(row.lastUsedAt),
  person: { kind: row.kind, id: row.accountId, name: row.fullName, login: row.login },
});

/** Returns the state of a key for the log, which has neither its text nor its hash. */
export const loggedKey = (row: ListedKey) => ({
  id: row.id,
  name: row.name,
  person: `${row.fullName} (${row.login})`,
  scopes: listOf(row.scopes).join(', '),
  addresses: listOf(row.addresses).join(', '),
  endsAt: isoTime(row.endsAt),
});
