import type { Restored } from '@adwarden/contract/changes/changes';
import type { z } from 'zod';
import type { Db } from '../db/schema.ts';
import type { LoggedWrite } from './change-log.ts';

/** Fields that an undo takes back together. The first one decides whether they changed; `name` is shown to people. */
export type FieldGroup = { name: string; fields: readonly string[] };

/** Builds one group for each field. */
export const eachField = (...names: string[]): FieldGroup[] =>
  names.map((name) => ({ name, fields: [name] }));

/** The state of a thing at the moment of a restore or an undo. */
export type Moment<Row> = {
  /** The present thing; null when it is gone. */
  now: Row | null;
  /** The row of the entry of its delete, when it is gone. */
  lastDelete: Row | null;
  at: number;
};

/** A feature's way to restore things and to undo changes. It gets rows of the log that the same feature wrote. */
export type Keeper<Row extends object> = {
  /** The word for such a thing in messages, such as "application". */
  thing: string;
  /** The rows of the log, with defaults for the fields that versions added after the first one. */
  stored: z.ZodType<Row>;
  /** Reads the thing in the form of its log entry; null when it is gone. */
  read(db: Db, key: string): Promise<Row | null>;
  /** The groups of fields that an undo can take back. */
  groups: readonly FieldGroup[];
  /** The state before its first entry in the log, if it has one. */
  origin?: Row;
  /**
   * Returns the wanted row as it can be written today, without references to what was deleted meanwhile. AppError `conflict`
   * when it cannot be written at all.
   */
  settle(db: Db, wanted: Row, moment: Moment<Row>): Promise<Row>;
  /** Writes a settled row, with its entry in the log. */
  write(
    write: LoggedWrite,
    row: Row,
    how: { action: 'restore' | 'undo' } & Moment<Row>,
  ): Promise<void>;
  /** Reads the thing as it is sent in answers. */
  answer(db: Db, key: string): Promise<Restored>;
};

/** The keepers by kind of thing. Of the global settings, only the API method can be restored. */
export type Keepers = {
  // biome-ignore lint/suspicious/noExplicitAny: rows are JSON of the log, read back by their own writer
  readonly [Thing in 'app' | 'user' | 'app-configuration' | 'account' | 'apiMethod']?: Keeper<any>;
};
