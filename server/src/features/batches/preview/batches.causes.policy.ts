import type { RefusalCause } from '@adwarden/contract/batches/batches';
import { limits } from '@adwarden/contract/limits';
import { shorten } from '@adwarden/contract/shorten';
import type { RowError } from '../batches.table.ts';

const { named: mostNamed, known } = limits.batches.causes;

/** Builds the counter of causes for which apps are refused: each cause once, with the number of its apps. */
export function createCauses() {
  const causes = new Map<string, RefusalCause>();
  return {
    /** Counts the errors of one app. */
    add(errors: readonly RowError[]): void {
      for (const { field, message, column, cause = message } of errors) {
        const key = JSON.stringify([column ?? field, cause]);
        const found = causes.get(key);
        if (found) found.apps += 1;
        else if (causes.size < known) {
          causes.set(key, {
            field: shorten(field, limits.import.heading),
            message: shorten(cause, limits.errors.message),
            ...(column !== undefined && { column: shorten(column, limits.import.heading) }),
            apps: 1,
          });
        }
      }
    },

    /** Returns the most frequent causes. */
    result: (): RefusalCause[] =>
      [...causes.values()].sort((one, other) => other.apps - one.apps).slice(0, mostNamed),
  };
}
