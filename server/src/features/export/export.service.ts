import { shorten } from '@adwarden/contract/shorten';
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
import { type Clock, isoTime } from '../../kit/clock.ts';

type Question<Q> = Omit<Q, 'format' | 'columns' | 'separator'>;

export type ExportDeps = {
  apps: {
    /** Yields the applications of a list that the actor may see, in its order, in chunks. */
    inOrder(actor: Actor, query: Question<AppExportQuery>): AsyncIterable<ExportedApp[]>;
    byID(actor: Actor, appIDs: string[]): AsyncIterable<ExportedApp[]>;
  };
  users: { inOrder(query: Question<UserExportQuery>): AsyncIterable<ExportedUser[]> };
};

/** The exported lists as texts, in pieces. */
export type ExportTexts = {
  /** Yields the applications of a list. */
  apps(actor: Actor, query: AppExportQuery): AsyncIterable<string | Uint8Array>;
  /** Yields some applications, in the order of their ids, or those of a list except some. */
  someApps(actor: Actor, form: AppExportForm): AsyncIterable<string | Uint8Array>;
  /** Yields the app owners of a list, for administrators. */
  users(query: UserExportQuery): AsyncIterable<string | Uint8Array>;
};

type Wanted = Pick<AppExportQuery, 'format' | 'separator' | 'columns'>;

/** Builds what writes lists as text. */
export function createExportTexts({ apps, users }: ExportDeps): ExportTexts {
  const appText = (
    rows: AsyncIterable<ExportedApp[]>,
    { format, separator, columns = usualAppColumns }: Wanted,
  ) => fileText(format, { title: 'Applications', columns, heading: appHeading, rows }, separator);

  return {
    apps(actor, { format, separator, columns, ...question }) {
      return appText(apps.inOrder(actor, question), { format, separator, columns });
    },
    someApps(actor, { appIDs, where, except, sort, ...wanted }) {
      if (appIDs) return appText(apps.byID(actor, appIDs), wanted);
      return appText(without(apps.inOrder(actor, { ...where, sort }), except), wanted);
    },
    users({ format, separator, columns = usualUserColumns, ...question }) {
      const rows = users.inOrder(question);
      const sheet = { title: 'Users', columns, heading: userHeading, rows };
      return fileText(format, sheet, separator);
    },
  };
}

async function* without(chunks: AsyncIterable<ExportedApp[]>, except: string[] = []) {
  const excepted = new Set(except);
  for await (const apps of chunks) yield apps.filter(({ appID }) => !excepted.has(appID));
}

export type Exports = ReturnType<typeof createExports>;

/** The longest text for the filters in a file's name. */
const longestFilter = 60;

/** Returns the filters of a list as a part of a file's name: `tide-adsStatus-on`. */
function filtersInName(where: object): string {
  const words = Object.entries(where)
    .filter(([name, value]) => name !== 'sort' && value !== undefined && value !== '')
    .map(([name, value]) => (name === 'search' ? String(value) : `${name} ${value}`));
  const joined = words.join(' ').replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  return shorten(joined, longestFilter).replace(/^-|[-…]+$/g, '');
}

/** Builds the exports of lists as files. Their names have the list, the day in UTC and the filters. */
export function createExports(texts: ExportTexts, clock: Clock) {
  function file(list: string, format: FileFormat, where: object, text: TextFile['text']): TextFile {
    const day = isoTime(clock()).slice(0, 10);
    const name = [list, day, filtersInName(where)].filter((part) => part !== '').join('-');
    return { format, name: `${name}.${format}`, text };
  }

  return {
    apps(actor: Actor, query: AppExportQuery): TextFile {
      const { format, separator: _, columns: _columns, ...where } = query;
      return file('applications', format, where, texts.apps(actor, query));
    },
    someApps(actor: Actor, form: AppExportForm): TextFile {
      const where = form.appIDs ? { search: 'selected' } : (form.where ?? {});
      return file('applications', form.format, where, texts.someApps(actor, form));
    },
    users(query: UserExportQuery): TextFile {
      const { format, separator: _, columns: _columns, ...where } = query;
      return file('users', format, where, texts.users(query));
    },
  };
}
