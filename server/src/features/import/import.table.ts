import type { FileFormat } from '@adwarden/contract/spreadsheets/exports';
import type { WrittenField } from '@adwarden/contract/spreadsheets/imports';
import type { AppValues, NewValues, Values } from '../../edits/edits.table.ts';

/** The probable meaning of an unknown value; null if it is not clear. */
export type Proposal = string | null | Promise<string | null>;

/** A value that a row lacks: none for a required field, or one that is not known, with what it seems to mean. */
export type Lack =
  | { field: WrittenField; read?: undefined }
  | { field: WrittenField; read: string; propose: () => Proposal };

/**
 * What is wrong with a row; `column` is the heading of the column, absent if the whole row is wrong. `cause` is said of all
 * rows with the same fault, when the message names one of them.
 */
export type RowError = {
  field: string;
  message: string;
  column?: string | undefined;
  cause?: string | undefined;
  lacks?: Lack | undefined;
};

/**
 * A row of a file. `row` is its number as a spreadsheet or an editor shows it. `cells` has a text for each column;
 * undefined if the row has none there.
 */
export type FileRow = { row: number; cells: (string | undefined)[]; errors: RowError[] };

/** The bytes of a file, from the beginning in small pieces, or some of them. */
export type FileBytes = {
  size: number;
  chunks(): AsyncIterable<Buffer>;
  read(position: number, length: number): Promise<Buffer>;
};

/**
 * A file that is being read. Blank rows are left out. Errors of `rows` are AppErrors that name the row. `notes` says what of
 * the file is not read as it stands there, and knows everything when the rows have been read.
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
 * What a row would do. `appID` is '' for a new application and an unknown one. `changes`: all fields of a new
 * application, or the changed ones of an existing one, as they would be stored. With the versions, nothing newer is
 * overwritten.
 */
export type ImportedRow = { row: number; appID: string; appName: string } & (
  | { outcome: 'created'; changes: NewValues }
  | ({ outcome: 'changed'; changes: Values; before: KnownApp['values'] } & Versions)
  | ({ outcome: 'unchanged' } & Versions)
  | { outcome: 'refused'; errors: RowError[] }
);
type Versions = Pick<KnownApp, 'version' | 'countryVersion'>;
