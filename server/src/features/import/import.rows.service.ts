import type { RequestedField } from '@adwarden/contract/change-requests/change-requests';
import { fieldName } from '@adwarden/contract/changes/changes';
import { limits } from '@adwarden/contract/limits';
import type { ImportForm } from '@adwarden/contract/spreadsheets/imports';
import { inNormalForm } from '@adwarden/contract/unicode';
import { ownerIsFull, unknownCategory, unknownOwner } from '../../edits/edits.plan.policy.ts';
import type { NewValues, Values } from '../../edits/edits.table.ts';
import type { Actor } from '../../http/actor.ts';
import type { ReadColumn } from './import.columns.policy.ts';
import type { Owners } from './import.owners.service.ts';
import type { FileRow, ImportedRow, KnownApp, RowError } from './import.table.ts';
import { type Found, targetOf } from './import.targets.policy.ts';
import {
  missingMessage,
  type ReadValue,
  readValue,
  requiredFields,
  textOf,
} from './import.values.policy.ts';

export type RowParts = {
  actor: Actor;
  form: ImportForm;
  columns: ReadColumn[];
  /** Whether cells are those of CSV, with apostrophes before what a spreadsheet would execute. */
  isCsv: boolean;
  /** The actor's applications by the texts of the key. */
  findApps: (texts: string[]) => Promise<Map<string, Found>>;
  owners: Owners;
  appsPerOwner: number;
  categories: ReadonlySet<string>;
  /** What new applications have where their row says nothing: the values of the one that they are copies of. */
  copied?: NewValues;
};

/** A longer text is not asked for: no application has it as its key, and nobody as a login id. */
const longestKey = limits.text.packageName;
const longestLogin = limits.text.userID * limits.mostUnitsPerCharacter;

const administratorsFields: readonly RequestedField[] = ['selectedUser', 'ipAddress', 'country'];

/**
 * Builds the reading of rows, some at a time. It remembers which applications there were, so that a second row for one is
 * refused.
 */
export function createRowReader(parts: RowParts) {
  const { actor, form, columns, isCsv, owners, appsPerOwner, categories, copied = {} } = parts;
  const keyIndex = columns.findIndex(({ field }) => field === form.key);
  const keyColumn = columns[keyIndex]?.column;
  const read = columns.flatMap(({ column, field }, index) =>
    field && field !== 'appID' ? [{ column, field, index }] : [],
  );
  const fields = new Map(columns.map(({ column, field }) => [column, field]));
  const ownerColumn = read.find(({ field }) => field === 'selectedUser');
  const rowsOfApps = new Map<string, number>();

  const keyOf = ({ cells }: FileRow) => inNormalForm(textOf(cells[keyIndex] ?? '', isCsv).trim());

  /** A value that may be stored for this application; `app` is null for a new one. */
  function check(field: RequestedField, cell: string, app: KnownApp | null): ReadValue {
    const result = readValue(field, cell, isCsv);
    if ('message' in result) return result;
    const { value } = result;
    if (value === (app?.values[field] ?? defaultOf(field))) return result;
    if (actor.kind === 'user' && administratorsFields.includes(field)) {
      return { message: `${fieldName('app', field)} is for administrators only` };
    }
    if (field === 'category' && !categories.has(value)) {
      return unknownCategory(value);
    }
    if (field !== 'selectedUser' || value === '') return result;
    const login = owners.loginOf(value);
    return login === null ? unknownOwner(value) : { value: login };
  }

  /** What a new application has unless a row says otherwise, for whom the row cannot choose. */
  const defaultOf = (field: RequestedField) => {
    if (actor.kind === 'admin') return field === 'category' ? null : '';
    return field === 'selectedUser' ? actor.login : field === 'ipAddress' ? 'off' : '';
  };

  /** The values of the cells that differ from the application's, and what is wrong with them. */
  function valuesOf({ cells }: FileRow, app: KnownApp | null, errors: RowError[]): NewValues {
    const values: NewValues = app ? {} : { ...copied };
    for (const { field, column, index } of read) {
      const cell = cells[index];
      const before = app?.values[field];
      // Also a value that today's rules would refuse may stay.
      if (cell === undefined || textOf(cell, isCsv) === before) continue;
      if (app === null && (isUnset(field, cell) || cell === copied[field])) continue;
      const result = check(field, cell, app);
      if ('message' in result) errors.push({ field, message: result.message, column });
      else if (result.value !== before) values[field] = result.value;
    }
    if (app) return values;
    if (actor.kind === 'user')
      Object.assign(values, { ipAddress: 'off', selectedUser: actor.login });
    const { category } = values;
    if (category !== undefined && !categories.has(category)) {
      errors.push({ field: 'category', message: unknownCategory(category).message });
    }
    const named = new Set<string>([...Object.keys(values), ...errors.map(({ field }) => field)]);
    for (const field of requiredFields) {
      if (!named.has(field)) errors.push({ field, message: missingMessage(field) });
    }
    return values;
  }

  /** Whether a blank cell leaves it to the server what an owner may not choose. */
  const isUnset = (field: RequestedField, cell: string) =>
    actor.kind === 'user' && administratorsFields.includes(field) && cell.trim() === '';

  /** Counts the application for its new owner, who must have room. */
  function countForOwner(values: Values, app: KnownApp | null, errors: RowError[]): void {
    const { selectedUser } = values;
    if (selectedUser === undefined || errors.length > 0) return;
    if (owners.hasRoom(selectedUser))
      return owners.move(app?.values.selectedUser ?? '', selectedUser);
    errors.push({
      field: 'selectedUser',
      message: ownerIsFull(actor, owners.nameOf(selectedUser), appsPerOwner).message,
      ...(ownerColumn && { column: ownerColumn.column }),
    });
  }

  function readRow(row: FileRow, found: Map<string, Found>): ImportedRow {
    const errors = row.errors.flatMap(({ column, ...error }): RowError[] => {
      if (column === undefined) return [error];
      // A name that is not among the columns concerns the whole row.
      const field = fields.has(column) ? fields.get(column) : error.field;
      return field ? [{ ...error, field, column }] : [];
    });
    const text = keyOf(row);
    const target = targetOf(form, text, found.get(text));
    const refuseKey = (message: string) =>
      errors.push({
        field: form.key,
        message,
        ...(keyColumn !== undefined && { column: keyColumn }),
      });
    if ('message' in target) refuseKey(target.message);
    const app = 'app' in target ? target.app : null;
    const same = app?.appID ?? (form.key === 'packageName' && text !== '' ? `new ${text}` : null);
    const earlier = same === null ? undefined : rowsOfApps.get(same);
    if (earlier !== undefined) refuseKey(`Row ${earlier} is for the same application`);
    else if (same !== null) rowsOfApps.set(same, row.row);

    const values = 'app' in target ? valuesOf(row, app, errors) : {};
    countForOwner(values, app, errors);
    const { appID = '', appName = values.appName ?? '' } = app ?? {};
    const named = { row: row.row, appID, appName };
    if (errors.length > 0) return { ...named, outcome: 'refused', errors };
    if (!app) return { ...named, outcome: 'created', changes: values };
    const { version, countryVersion, values: before } = app;
    return Object.keys(values).length > 0
      ? { ...named, outcome: 'changed', version, countryVersion, before, changes: values }
      : { ...named, outcome: 'unchanged', version, countryVersion };
  }

  return async (rows: FileRow[]): Promise<ImportedRow[]> => {
    const keys = new Set(
      rows.map(keyOf).filter((text) => text !== '' && text.length <= longestKey),
    );
    const found = await parts.findApps([...keys]);
    if (copied.selectedUser) await owners.learn([copied.selectedUser]);
    if (ownerColumn) {
      await owners.learn([
        ...rows
          .map(({ cells }) => textOf(cells[ownerColumn.index] ?? '', isCsv))
          .filter((login) => login.length <= longestLogin),
        ...[...found.values()].map(({ app }) => app.values.selectedUser),
      ]);
    }
    return rows.map((row) => readRow(row, found));
  };
}
