import { unsetChoices } from '@adwarden/contract/apps';
import type { RequestedField } from '@adwarden/contract/change-requests/change-requests';
import { limits } from '@adwarden/contract/limits';
import { fieldsClosedTo, maySet, whyClosed } from '@adwarden/contract/people/app-fields';
import { packageOf } from '@adwarden/contract/searched-text';
import { safeCell } from '@adwarden/contract/spreadsheets/cells';
import type { ImportForm, ImportKey } from '@adwarden/contract/spreadsheets/imports';
import { inNormalForm } from '@adwarden/contract/unicode';
import { ownerIsFull, unknownCategory } from '../../edits/edits.plan.policy.ts';
import type { NewValues, Values } from '../../edits/edits.table.ts';
import type { Actor } from '../../http/actor.ts';
import { invalidField } from '../../kit/app-error.ts';
import type { Categories } from './import.categories.policy.ts';
import { damageTo } from './import.cells.policy.ts';
import type { ReadColumn } from './import.columns.policy.ts';
import type { Owners } from './import.owners.service.ts';
import { proposalFor } from './import.proposals.policy.ts';
import type { FileRow, ImportedRow, KnownApp, Lack, RowError } from './import.table.ts';
import { type Found, targetOf } from './import.targets.policy.ts';
import {
  type CellFault,
  missingMessage,
  type ReadValue,
  readValue,
  requiredFields,
  textOf,
  wordKey,
} from './import.values.policy.ts';

export type RowDeps = {
  actor: Actor;
  form: Pick<ImportForm, 'mode' | 'defaults' | 'values'> & { key: ImportKey };
  columns: ReadColumn[];
  /** The cells are those of CSV, with apostrophes before texts that a spreadsheet would execute. */
  isCsv: boolean;
  /** Finds the actor's applications by the texts of the key. */
  findApps: (texts: string[]) => Promise<Map<string, Found>>;
  owners: Owners;
  appsPerOwner: number;
  categories: Categories;
  /** Called for each cell with a word that was read as a value of its field. */
  understood: (field: RequestedField, read: string, value: string) => void;
  /** The values that new applications have where their row has none: those of the application that they copy. */
  copied?: NewValues;
};

/** The longest text that is looked up: no application has a longer key, and nobody a longer login id or name. */
const longestKey = limits.text.packageName;
const longestOwner =
  Math.max(limits.text.userID, limits.text.fullName) * limits.mostUnitsPerCharacter;

const required: ReadonlySet<RequestedField> = new Set(requiredFields);
const isRequired = (field: RequestedField) => required.has(field);

/** Returns the values of a person's new applications in the fields that the person may not set; blank ones are left out. */
function valuesOfNew(actor: Actor): Values {
  const own: Values = { ...unsetChoices, selectedUser: actor.login };
  return Object.fromEntries(
    fieldsClosedTo(actor).flatMap((field) => (own[field] ? [[field, own[field]]] : [])),
  );
}

/**
 * Builds the reader of rows, some at a time. It remembers the applications of earlier rows, so that a second row for one is
 * refused. AppError 400 when the form gives a field a value that it cannot have.
 */
export async function createRowReader(deps: RowDeps) {
  const { actor, form, columns, isCsv, owners, appsPerOwner, categories, understood } = deps;
  const { copied = {} } = deps;
  const fixed = valuesOfNew(actor);
  const keyIndex = columns.findIndex(({ field }) => field === form.key);
  const keyColumn = columns[keyIndex]?.column;
  const read = columns.flatMap(({ column, field }, index) =>
    field && field !== 'appID' ? [{ column, field, index }] : [],
  );
  const fields = new Map(columns.map(({ column, field }) => [column, field]));
  const ownerColumn = read.find(({ field }) => field === 'selectedUser');
  const rowsOfApps = new Map<string, number>();
  const meanings = new Map(
    Object.entries(form.values ?? {}).flatMap(([field, values]) =>
      Object.entries(values).map(([text, meant]) => [`${field} ${wordKey(text)}`, meant] as const),
    ),
  );
  const defaults = await readDefaults();

  const keyOf = ({ cells }: FileRow) => {
    const text = inNormalForm(textOf(cells[keyIndex] ?? '', isCsv).trim());
    return form.key === 'packageName' ? packageOf(text) : text;
  };

  /** Returns a value as it may be stored for this application; `app` is null for a new one. */
  function check(field: RequestedField, cell: string, app: KnownApp | null): ReadValue {
    const result = readValue(field, cell, isCsv);
    if ('message' in result) return result;
    const { value } = result;
    if (value === (app?.values[field] ?? defaultOf(field))) return result;
    if (!maySet(actor, field)) return { message: whyClosed(field) };
    if (field === 'category') {
      const name = categories.byName(value);
      return name === null
        ? { message: unknownCategory(value).message, isUnknown: true }
        : { value: name };
    }
    if (field !== 'selectedUser' || value === '') return result;
    const owner = owners.byLoginOrName(value);
    return 'value' in owner ? owner : { ...owner, isUnknown: true };
  }

  /** Returns the values of the form's defaults as they would be stored. */
  async function readDefaults(): Promise<Values> {
    const given = Object.entries(form.defaults ?? {}) as [RequestedField, string][];
    await owners.learnNamed(form.defaults?.selectedUser ? [form.defaults.selectedUser] : []);
    return Object.fromEntries(
      given.map(([field, text]) => {
        const result = check(field, text, null);
        if ('value' in result) return [field, result.value];
        throw invalidField('defaults', result.message);
      }),
    );
  }

  /** Returns the meaning that the form gives a cell, else the cell. */
  function meaningOf(field: RequestedField, cell: string): string {
    if (meanings.size === 0 || cell.length > limits.import.cell) return cell;
    return meanings.get(`${field} ${wordKey(textOf(cell, isCsv))}`) ?? cell;
  }

  /** Returns what a person could specify so that the cell can be read. */
  function lackOf(field: RequestedField, cell: string, { isUnknown }: CellFault): Lack | undefined {
    const text = textOf(cell, isCsv).trim();
    if (isRequired(field) && text === '') return { field };
    if (!isUnknown || text.length > limits.import.unknown.length) return undefined;
    return { field, read: text, propose: () => proposalFor(field, text, { categories, owners }) };
  }

  /** Returns the value that a new application gets without one in its row, for people who cannot choose it in a row. */
  function defaultOf(field: RequestedField): string | null {
    if (field === 'category') return null;
    return fixed[field] ?? '';
  }

  /** Returns the values of the cells that differ from the application's, and adds the errors in them. */
  function valuesOf({ cells }: FileRow, app: KnownApp | null, errors: RowError[]): NewValues {
    const values: NewValues = app ? {} : { ...copied, ...defaults };
    const unread = new Set(errors.map(({ column }) => column));
    for (const { field, column, index } of read) {
      if (unread.has(column)) continue;
      const cell = cells[index];
      const before = app?.values[field];
      // An unchanged value may stay, even one that today's rules would refuse.
      if (cell === undefined || before === textOf(cell, isCsv)) continue;
      // A CSV file that a spreadsheet has saved as a workbook has apostrophes, too.
      if (before !== undefined && cell === safeCell(before)) continue;
      if (app === null && (isUnset(field, cell) || cell === copied[field])) continue;
      const meant = meaningOf(field, cell);
      if (isRequired(field) && meant.trim() === '' && defaults[field] !== undefined) {
        if (defaults[field] !== before) values[field] = defaults[field];
        continue;
      }
      const damage = before === undefined ? null : damageTo(before, textOf(cell, isCsv));
      const result = damage ?? check(field, meant, app);
      if ('value' in result) {
        if ('isWord' in result && result.isWord) {
          understood(field, textOf(meant, isCsv).trim(), result.value);
        }
        if (result.value !== before) values[field] = result.value;
        continue;
      }
      const { message, cause } = result;
      errors.push({ field, message, column, cause, lacks: lackOf(field, cell, result) });
    }
    if (app) return values;
    Object.assign(values, fixed);
    const { category } = values;
    if (category !== undefined && !categories.has(category)) {
      errors.push({ field: 'category', message: unknownCategory(category).message });
    }
    const mentioned = new Set<string>([
      ...Object.keys(values),
      ...errors.map(({ field }) => field),
    ]);
    for (const field of requiredFields) {
      if (mentioned.has(field)) continue;
      errors.push({ field, message: missingMessage(field), lacks: { field } });
    }
    return values;
  }

  /** Tells whether a cell is blank in a field that an owner may not set: the server then decides. */
  const isUnset = (field: RequestedField, cell: string) =>
    !maySet(actor, field) && cell.trim() === '';

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
      // An error in a name that is not among the columns concerns the whole row.
      const field = fields.has(column) ? fields.get(column) : error.field;
      return field ? [{ ...error, field, column }] : [];
    });
    const text = keyOf(row);
    const target = targetOf(form, text, found.get(text));
    const refuseKey = (message: string, cause?: string) =>
      errors.push({ field: form.key, message, column: keyColumn, cause });
    if ('message' in target) refuseKey(target.message);
    const app = 'app' in target ? target.app : null;
    const same = app?.appID ?? (form.key === 'packageName' && text !== '' ? `new ${text}` : null);
    const earlier = same === null ? undefined : rowsOfApps.get(same);
    if (earlier !== undefined) {
      refuseKey(
        `Row ${earlier} is for the same application`,
        'An earlier row is for the same application',
      );
    } else if (same !== null) rowsOfApps.set(same, row.row);

    const values = 'app' in target ? valuesOf(row, app, errors) : {};
    countForOwner(values, app, errors);
    const { appID = '', appName = values.appName ?? '' } = app ?? {};
    const which = { row: row.row, appID, appName };
    if (errors.length > 0) return { ...which, outcome: 'refused', errors };
    if (!app) return { ...which, outcome: 'created', changes: values };
    const { version, countryVersion, values: before } = app;
    return Object.keys(values).length > 0
      ? { ...which, outcome: 'changed', version, countryVersion, before, changes: values }
      : { ...which, outcome: 'unchanged', version, countryVersion };
  }

  return async (rows: FileRow[]): Promise<ImportedRow[]> => {
    const keys = new Set(
      rows.map(keyOf).filter((text) => text !== '' && text.length <= longestKey),
    );
    const found = await deps.findApps([...keys]);
    if (copied.selectedUser) await owners.learn([copied.selectedUser]);
    if (ownerColumn) {
      await owners.learn([...found.values()].map(({ app }) => app.values.selectedUser));
      // Owners may not choose an owner, and must not learn who exists.
      if (maySet(actor, 'selectedUser')) {
        const texts = rows.map(({ cells }) => cells[ownerColumn.index] ?? '');
        await owners.learnNamed(
          texts
            .map((cell) => textOf(meaningOf('selectedUser', cell), isCsv))
            .filter((text) => text.length <= longestOwner),
        );
      }
    }
    return rows.map((row) => readRow(row, found));
  };
}
