import type { Restored } from '@adwarden/contract/changes';
import type { z } from 'zod';
import type { Db } from '../db/schema.ts';
import type { LoggedWrite } from './change-log.ts';

/** Fields that are taken back together: the first one decides, `name` is what people know them by. */
export type FieldGroup = { name: string; fields: readonly string[] };

/** A group for each field of its own. */
export const eachField = (...names: string[]): FieldGroup[] =>
  names.map((name) => ({ name, fields: [name] }));

/** What a thing is at the moment of a restore or an undo. */
export type Moment<Row> = {
  /** As it is now; null when it is gone. */
  now: Row | null;
  /** The row of the delete that ended it, when it is gone. */
  lastDelete: Row | null;
  at: number;
};

/** How a feature has its changes restored and undone: the log hands it rows that it wrote itself. */
export type Keeper<Row extends object> = {
  /** What people call it. */
  thing: string;
  /** The rows of the log, with defaults for the fields that versions added after the first one. */
  stored: z.ZodType<Row>;
  /** As the log would keep it now; null when it is gone. */
  read(db: Db, key: string): Promise<Row | null>;
  /** What an undo can take back. */
  groups: readonly FieldGroup[];
  /** The state before the first entry of the log, for what has one. */
  origin?: Row;
  /** What a wanted row becomes today, without what is gone meanwhile; AppError `conflict` when it cannot be. */
  settle(db: Db, wanted: Row, moment: Moment<Row>): Promise<Row>;
  /** Writes a settled row, with its entry in the log. */
  write(
    write: LoggedWrite,
    row: Row,
    how: { action: 'restore' | 'undo' } & Moment<Row>,
  ): Promise<void>;
  /** The thing as it is answered. */
  answer(db: Db, key: string): Promise<Restored>;
};
