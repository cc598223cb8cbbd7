import type { SqlValue } from './sqlite/sqlite.values.ts';

/**
 * Checks a statement's parameters before they are sent to the database. `node:sqlite` silently stores Date, undefined
 * and NaN as NULL and replaces lone surrogates; PostgreSQL accepts no NUL. Each of these is a TypeError here, which
 * names the position and the kind, never the value.
 */
export function checkedParameters(parameters: readonly unknown[]): SqlValue[] {
  return parameters.map((value, index) => {
    if (value === null || typeof value === 'bigint') return value;
    if (typeof value === 'string') {
      if (value.includes('\0')) throw refused(index, 'text with a NUL character');
      if (!value.isWellFormed()) throw refused(index, 'ill-formed Unicode');
      return value;
    }
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) throw refused(index, String(value));
      return value;
    }
    if (value instanceof Uint8Array) return value;
    throw refused(index, value instanceof Date ? 'a Date' : kindOf(value));
  });
}

function kindOf(value: unknown): string {
  return value === undefined ? 'undefined' : `of type ${typeof value}`;
}

function refused(index: number, what: string): TypeError {
  return new TypeError(`SQL parameter ${index + 1} is ${what}, which cannot be stored`);
}
