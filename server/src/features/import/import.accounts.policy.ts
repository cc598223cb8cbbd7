import type { AccountInUse } from '@adwarden/contract/account-names';
import { counted } from '@adwarden/contract/counted';
import { limits } from '@adwarden/contract/limits';
import type { ImportedRow } from './import.table.ts';

const { checked } = limits.accountNames;

/** Collects the account names that a file brings, and says of those that are probably misspelled what they are close to. */
export function createAccountNotes(closeTo: (name: string) => Promise<AccountInUse[]>) {
  const rowsOf = new Map<string, number>();

  return {
    add(rows: readonly ImportedRow[]): void {
      for (const row of rows) {
        const name = 'changes' in row ? row.changes.accountName : undefined;
        if (!name || (!rowsOf.has(name) && rowsOf.size >= checked)) continue;
        rowsOf.set(name, (rowsOf.get(name) ?? 0) + 1);
      }
    },

    /** A sentence for each name that is close to one in use. */
    async notes(): Promise<string[]> {
      const notes: string[] = [];
      for (const [name, rows] of rowsOf) {
        const [close] = await closeTo(name);
        if (!close) continue;
        const apps = counted(close.apps, 'application is', 'applications are');
        notes.push(
          `${apps} in “${close.accountName}”, and ${counted(rows, 'row')} would be in “${name}”`,
        );
      }
      return notes;
    },
  };
}
