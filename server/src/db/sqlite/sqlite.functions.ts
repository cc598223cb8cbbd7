import type { DatabaseSync } from 'node:sqlite';
import { searchFold } from '@adwarden/contract/search-fold';

/**
 * Adds our functions to a connection, by names that PostgreSQL has too. Triggers call them, so every connection that writes apps,
 * users or the log needs them.
 */
export function addFunctions(db: DatabaseSync): void {
  // The database's clock (now.ts).
  db.function('adwarden_now', () => BigInt(Date.now()));
  // Accounts and full names are compared in lower case of all scripts.
  db.function('adwarden_fold', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
  db.function('adwarden_search_fold', { deterministic: true }, (text) =>
    typeof text === 'string' ? searchFold(text) : text,
  );
}
