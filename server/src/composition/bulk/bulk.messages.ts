import type { BatchForm } from '@adwarden/contract/batches/batch-change';
import type { BatchPreview } from '@adwarden/contract/batches/batches';
import type {
  AppExportForm,
  AppExportQuery,
  UserExportQuery,
} from '@adwarden/contract/spreadsheets/exports';
import type {
  ImportColumns,
  ImportForm,
  ImportPreview,
} from '@adwarden/contract/spreadsheets/imports';
import type { Write } from '../../db/database.ts';
import type { Actor } from '../../http/actor.ts';

/* What the serving thread and the bulk thread ask of each other. */

/** A file that the serving thread holds. */
export type HeldFile = { id: number; name: string };

/** Which list is exported, for whom. */
export type ExportOrder =
  | { list: 'apps'; actor: Actor; query: AppExportQuery }
  | { list: 'someApps'; actor: Actor; form: AppExportForm }
  | { list: 'users'; query: UserExportQuery };

type Order<Form> = { actor: Actor; session: string; form: Form };

/** What the bulk thread answers. */
export type BulkAnswers = {
  preview(order: Order<BatchForm>, signal: AbortSignal): Promise<BatchPreview>;
  importColumns(file: HeldFile, signal: AbortSignal): Promise<ImportColumns>;
  importPreview(
    order: Order<ImportForm> & { file: HeldFile },
    signal: AbortSignal,
  ): Promise<ImportPreview>;
  /** Begins an export; returns the number by which its pieces are asked for. */
  beginExport(order: ExportOrder): Promise<number>;
  /** The next piece of an export, as UTF-8; null at its end. */
  continueExport(id: number): Promise<Uint8Array | null>;
  endExport(id: number): Promise<void>;
  /** Ends the thread. */
  end(nothing: null): Promise<void>;
};

/** What the serving thread answers. */
export type ServingAnswers = {
  write: Write;
  /** The next bytes of a file; null at its end. */
  readFile(id: number): Promise<Uint8Array | null>;
};
