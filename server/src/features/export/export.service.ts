import {
  appHeading,
  type ExportedApp,
  type ExportedUser,
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
import type { Actor } from '../../http/actor.ts';
import { fileText, type TextFile } from '../../http/file-text.ts';

type Question<Q> = Omit<Q, 'format' | 'columns'>;

export type ExportParts = {
  apps: {
    /** The applications of a list that the actor may see, in its order, in chunks. */
    inOrder(actor: Actor, query: Question<AppExportQuery>): AsyncIterable<ExportedApp[]>;
    byID(actor: Actor, appIDs: string[]): AsyncIterable<ExportedApp[]>;
  };
  users: { inOrder(query: Question<UserExportQuery>): AsyncIterable<ExportedUser[]> };
};

/** The texts of exported lists, in pieces. */
export type ExportTexts = {
  /** The applications of a list. */
  apps(actor: Actor, query: AppExportQuery): AsyncIterable<string | Uint8Array>;
  /** Some applications, in the order of their ids, or those of a list except some. */
  someApps(actor: Actor, form: AppExportForm): AsyncIterable<string | Uint8Array>;
  /** The app owners of a list, for administrators. */
  users(query: UserExportQuery): AsyncIterable<string | Uint8Array>;
};

/** Builds what writes lists as text. */
export function createExportTexts({ apps, users }: ExportParts): ExportTexts {
  const appText = (
    rows: AsyncIterable<ExportedApp[]>,
    { format, columns = usualAppColumns }: Pick<AppExportQuery, 'format' | 'columns'>,
  ) => fileText(format, { columns, heading: appHeading, rows });

  return {
    apps(actor, { format, columns, ...question }) {
      return appText(apps.inOrder(actor, question), { format, columns });
    },
    someApps(actor, { appIDs, where, except, sort, ...wanted }) {
      if (appIDs) return appText(apps.byID(actor, appIDs), wanted);
      return appText(without(apps.inOrder(actor, { ...where, sort }), except), wanted);
    },
    users({ format, columns = usualUserColumns, ...question }) {
      return fileText(format, { columns, heading: userHeading, rows: users.inOrder(question) });
    },
  };
}

async function* without(chunks: AsyncIterable<ExportedApp[]>, except: string[] = []) {
  const excepted = new Set(except);
  for await (const apps of chunks) yield apps.filter(({ appID }) => !excepted.has(appID));
}

export type Exports = ReturnType<typeof createExports>;

/** Builds the exports of lists as files. */
export function createExports(texts: ExportTexts) {
  const file = (list: string, format: FileFormat, text: TextFile['text']): TextFile => ({
    format,
    name: `${list}.${format}`,
    text,
  });

  return {
    apps: (actor: Actor, query: AppExportQuery) =>
      file('applications', query.format, texts.apps(actor, query)),
    someApps: (actor: Actor, form: AppExportForm) =>
      file('applications', form.format, texts.someApps(actor, form)),
    users: (query: UserExportQuery) => file('users', query.format, texts.users(query)),
  };
}
