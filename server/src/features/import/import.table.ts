import type { FileFormat } from '@adwarden/contract/spreadsheets/exports';
import type { WrittenField } from '@adwarden/contract/spreadsheets/imports';
import type { AppValues, NewValues, Values } from '../../edits/edits.table.ts';

/** The probable meaning of an unknown value; null if it is not clear. */
export type Proposal = string | null | Promise<string | null>;

/** A value that a row lacks: a required field without one, or an unknown value with what it seems to mean. */
export type Lack =
  | { field: WrittenField; read?: undefined }
  | { field: WrittenField; read: string; propose: () => Proposal };

/**
 * An error in a row; `column` is the heading of the column, absent if the whole row is wrong. `cause` is the wording for all rows
 * with the same fault, when the message names one of them.
 */
export type RowError = {
  field: string;
  message: string;
  column?: string | undefined;
  cause?: string | undefined;
  lacks?: Lack | undefined;
};

/**
 * A row of a file. `row` is its number as a spreadsheet or an editor shows it. `cells` has a text for each column; undefined if
 * the row has none there.
 */
export type FileRow = { row: number; cells: (string | undefined)[]; errors: RowError[] };

/** The bytes of a file: from the beginning in small pieces, or a part of them. */
export type FileBytes = {
  size: number;
  chunks(): AsyncIterable<Buffer>;
  read(position: number, length: number): Promise<Buffer>;
};

/**
 * A file that is being read. Blank rows are left out. Errors of `rows` are AppErrors that name the row. `notes` describes what is
 * read otherwise than it stands in the file, and is complete when all rows have been read.
 */
export type FileTable = {
  format: FileFormat;
  columns: string[];
  rows: AsyncGenerator<FileRow>;
  notes: () => string[];
};

/** An application that a row may be about, with its version and that of its configuration (0 without one). */
export type KnownApp = {
  appID: string;
  appName: string;
  version: number;
  countryVersion: number;
  values: AppValues;
};

/**
 * The effect of a row. `appID` is '' for a new application and an unknown one. `changes`: all fields of a new application, or the
 * changed ones of an existing one, as they would be stored. With the versions, nothing newer is overwritten.
 */
export type ImportedRow = { row: number; appID: string; appName: string } & (
  | { outcome: 'created'; changes: NewValues }
  | ({ outcome: 'changed'; changes: Values; before: KnownApp['values'] } & Versions)
  | ({ outcome: 'unchanged' } & Versions)
  | { outcome: 'refused'; errors: RowError[] }
);
type Versions = Pick<KnownApp, 'version' | 'countryVersion'>;
