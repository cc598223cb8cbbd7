import type { AccountInUse } from '@adwarden/contract/account-names';
import { counted } from '@adwarden/contract/counted';
import { limits } from '@adwarden/contract/limits';
import type { ImportedRow } from './import.table.ts';

const { checked, collected } = limits.accountNames;

/** Collects the account names of a file, and says for names that are probably misspelled which ones they are close to. */
export function createAccountNotes(closeTo: (name: string) => Promise<AccountInUse[] | null>) {
  const rowsOf = new Map<string, number>();

  return {
    add(rows: readonly ImportedRow[]): void {
      for (const row of rows) {
        const name = 'changes' in row ? row.changes.accountName : undefined;
        if (!name || (!rowsOf.has(name) && rowsOf.size >= collected)) continue;
        rowsOf.set(name, (rowsOf.get(name) ?? 0) + 1);
      }
    },

    /** Returns a sentence for each name that is close to one in use, of the first new names of the file. */
    async notes(): Promise<string[]> {
      const notes: string[] = [];
      let compared = 0;
      for (const [name, rows] of rowsOf) {
        if (compared === checked) break;
        const found = await closeTo(name);
        if (found === null) continue;
        compared += 1;
        const [close] = found;
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
