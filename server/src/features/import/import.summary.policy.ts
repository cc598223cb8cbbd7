import { limits } from '@adwarden/contract/limits';
import type { ImportColumns, WrittenField } from '@adwarden/contract/spreadsheets/imports';
import type { ImportedRow } from './import.table.ts';
import { wordKey } from './import.values.policy.ts';

type Unknown = { field: WrittenField; read: string; rows: number; meant: string | null };

const { listed } = limits.import.unknown;
/** Of so many unknown values the rows are counted. */
const mostKnown = limits.import.meanings;

/** Counts what the rows of a file lack: values of required fields, and what the values mean that are not known. */
export function createSummary() {
  const missing = new Map<WrittenField, number>();
  const unknown = new Map<string, Unknown>();

  return {
    add(rows: readonly ImportedRow[]): void {
      for (const row of rows) {
        if (row.outcome !== 'refused') continue;
        for (const { lacks } of row.errors) {
          if (!lacks) continue;
          const { field } = lacks;
          if (lacks.read === undefined) {
            missing.set(field, (missing.get(field) ?? 0) + 1);
            continue;
          }
          const key = `${field} ${wordKey(lacks.read)}`;
          const known = unknown.get(key);
          if (known) known.rows += 1;
          else if (unknown.size < mostKnown) {
            unknown.set(key, { field, read: lacks.read, rows: 1, meant: lacks.propose() });
          }
        }
      }
    },

    /** What was counted, the most frequent values first. */
    result(): Pick<ImportColumns, 'missing' | 'unknown'> {
      return {
        missing: [...missing].map(([field, rows]) => ({ field, rows })),
        unknown: [...unknown.values()].sort((one, other) => other.rows - one.rows).slice(0, listed),
      };
    },
  };
}
