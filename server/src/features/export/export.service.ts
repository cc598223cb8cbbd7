import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '@adwarden/contract/apps';
import {
  type AppExportColumn,
  appHeading,
  userHeading,
  usualAppColumns,
  usualUserColumns,
} from '@adwarden/contract/spreadsheets/columns';
import type {
  AppExportForm,
  AppExportQuery,
  FileFormat,
  UserExportQuery,
} from '@adwarden/contract/spreadsheets/exports';
import type { User } from '@adwarden/contract/users';
import type { Actor } from '../../http/actor.ts';
import { fileText } from './export.writing.service.ts';

type ExportedApp = App & { country: string };
type ExportedUser = Omit<User, 'password'>;
type Question<Q> = Omit<Q, 'format' | 'columns'>;

export type ExportParts = {
  apps: {
    /** The applications of a list that the actor may see, in its order, in chunks. */
    inOrder(actor: Actor, query: Question<AppExportQuery>): AsyncIterable<ExportedApp[]>;
    byID(actor: Actor, appIDs: string[]): AsyncIterable<ExportedApp[]>;
  };
  users: { inOrder(query: Question<UserExportQuery>): AsyncIterable<ExportedUser[]> };
};

/** A file in pieces of its text. */
export type ExportFile = { format: FileFormat; name: string; text: AsyncGenerator<string> };

export type Exports = ReturnType<typeof createExports>;

/** How many rows become text at once, and how long the export rests then: the ads get the processor. */
const slice = { rows: 25, restMs: 1 };

async function* inSlices<Row>(chunks: AsyncIterable<Row[]>) {
  for await (const rows of chunks) {
    for (let start = 0; start < rows.length; start += slice.rows) {
      yield rows.slice(start, start + slice.rows);
      await pause(slice.restMs);
    }
  }
}

/** Builds the exports of lists as files. */
export function createExports({ apps, users }: ExportParts) {
  function appFile(
    chunks: AsyncIterable<ExportedApp[]>,
    {
      format,
      columns = usualAppColumns,
    }: { format: FileFormat; columns?: AppExportColumn[] | undefined },
  ): ExportFile {
    const rows = inSlices(chunks);
    const text = fileText(format, { columns, heading: appHeading, rows });
    return { format, name: `applications.${format}`, text };
  }

  return {
    /** The applications of a list. */
    apps(actor: Actor, { format, columns, ...question }: AppExportQuery): ExportFile {
      return appFile(apps.inOrder(actor, question), { format, columns });
    },

    /** Some applications, in the order of their ids. */
    someApps(actor: Actor, { appIDs, ...wanted }: AppExportForm): ExportFile {
      return appFile(apps.byID(actor, appIDs), wanted);
    },

    /** The app owners of a list, for administrators. */
    users({ format, columns = usualUserColumns, ...question }: UserExportQuery): ExportFile {
      const rows = inSlices(users.inOrder(question));
      const text = fileText(format, { columns, heading: userHeading, rows });
      return { format, name: `users.${format}`, text };
    },
  };
}
