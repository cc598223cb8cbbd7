import { fieldName } from '@adwarden/contract/changes/changes';
import { counted } from '@adwarden/contract/counted';
import { limits } from '@adwarden/contract/limits';
import type {
  ImportColumns,
  UnknownValue,
  WrittenField,
} from '@adwarden/contract/spreadsheets/imports';
import type { ImportedRow, Proposal } from './import.table.ts';
import { wordKey } from './import.values.policy.ts';

type Unknown = Omit<UnknownValue, 'meant'> & { propose: () => Proposal };

const { listed } = limits.import.unknown;
/** The most unknown values whose rows are counted. */
const mostKnown = limits.import.meanings;

/** The meaning of a word that is read as no value. */
const emptyWords = (field: WrittenField): string => (field === 'country' ? 'everywhere' : 'empty');

export type Summary = ReturnType<typeof createSummary>;

/**
 * Builds the summary of what the rows of a file lack: values of required fields, and the meanings of unknown values. It also
 * counts the words that were read as values.
 */
export function createSummary() {
  const words = new Map<
    string,
    { field: WrittenField; read: string; value: string; cells: number }
  >();
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
            unknown.set(key, { field, read: lacks.read, rows: 1, propose: lacks.propose });
          }
        }
      }
    },

    /** Counts a cell of a field whose word was read as this value. */
    understood(field: WrittenField, read: string, value: string): void {
      const key = `${field} ${wordKey(read)}`;
      const known = words.get(key);
      if (known) known.cells += 1;
      else words.set(key, { field, read, value, cells: 1 });
    },

    /** Returns a sentence for each word that was read as a value, the most frequent first. */
    notes(): string[] {
      return [...words.values()]
        .sort((one, other) => other.cells - one.cells)
        .map(
          ({ field, read, value, cells }) =>
            `${fieldName('app', field)}: ${counted(cells, 'cell')} ${read} read as ${value || emptyWords(field)}`,
        );
    },

    /** Returns the counted values, the most frequent first, each with its proposal. */
    async result(): Promise<Pick<ImportColumns, 'missing' | 'unknown'>> {
      const frequent = [...unknown.values()]
        .sort((one, other) => other.rows - one.rows)
        .slice(0, listed);
      const proposed: UnknownValue[] = [];
      for (const { propose, ...value } of frequent) {
        proposed.push({ ...value, meant: await propose() });
      }
      return {
        missing: [...missing].map(([field, rows]) => ({ field, rows })),
        unknown: proposed,
      };
    },
  };
}
