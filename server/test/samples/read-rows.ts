import { forEachAppField } from '@adwarden/contract/apps';
import { importForm } from '@adwarden/contract/spreadsheets/imports';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { createCategories } from '../../src/features/import/import.categories.policy.ts';
import { checkColumns, fieldsOf } from '../../src/features/import/import.columns.policy.ts';
import { createOwners } from '../../src/features/import/import.owners.service.ts';
import { createRowReader } from '../../src/features/import/import.rows.service.ts';
import type { ImportedRow, KnownApp } from '../../src/features/import/import.table.ts';
import type { Actor } from '../../src/http/actor.ts';
import { definedFields } from '../../src/kit/defined-fields.ts';

const person = { id: 'p', fullName: 'P', login: 'ada', address: '' };
const admin: Actor = { ...person, kind: 'admin' };
export const ada: Actor = { ...person, kind: 'user' };

/** A form of a new app with the fields that it has. */
export const sampleForm = definedFields(sampleAppForm());

export const values: KnownApp['values'] = {
  ...forEachAppField((_, unset) => unset),
  ...sampleForm,
  selectedUser: 'ada',
  country: 'IN,US',
};
export const knownApp = (over: Partial<KnownApp['values']> = {}): KnownApp => ({
  appID: 'a1',
  appName: 'Tide Clock',
  version: 7,
  countryVersion: 8,
  values: { ...values, ...over },
});

/** Returns the owners; two have the same name. */
const people = () => [
  { userID: 'ada', userIDKey: 'ada', fullName: 'Ada Harbour', apps: 1 },
  { userID: 'Eve', userIDKey: 'eve', fullName: 'Eve Sound', apps: 2 },
  { userID: 'kim', userIDKey: 'kim', fullName: 'Kim Reef', apps: 0 },
  { userID: 'kim2', userIDKey: 'kim2', fullName: 'KIM REEF', apps: 0 },
];

type Setup = {
  actor?: Actor;
  form?: Record<string, string>;
  app?: KnownApp;
  count?: number;
  isCsv?: boolean;
};

/** Reads the rows of a file, and returns their effects; the first line has the headings. Owners may have three apps. */
export async function readRows(lines: (string | undefined)[][], setup: Setup = {}) {
  const { actor = admin, app = knownApp(), count = 1, isCsv = true } = setup;
  const form = { key: 'appID' as const, ...definedFields(importForm.parse(setup.form ?? {})) };
  const [headings = [], ...rows] = lines;
  const all = people();
  const owners = createOwners(
    {
      byLogin: async (keys) => all.filter(({ userIDKey }) => keys.includes(userIDKey)),
      byName: async (name) =>
        all.filter(({ fullName }) => fullName.toLowerCase() === name.toLowerCase()),
      near: async () => all,
    },
    3,
  );
  await owners.learn(['ada']);
  const columns = fieldsOf(headings as string[], form, () => 'some');
  checkColumns(columns, form);
  const reader = await createRowReader({
    actor,
    form,
    columns,
    isCsv,
    findApps: async (texts) => {
      const key = form.key === 'appID' ? app.appID : app.values.packageName;
      return new Map(texts.includes(key) ? [[key, { app, apps: count }]] : []);
    },
    owners,
    appsPerOwner: 3,
    understood: () => {},
    categories: createCategories(['Weather', 'Tools', 'Food & Drink', 'Games: Puzzle']),
  });
  return reader(rows.map((cells, index) => ({ row: index + 2, cells, errors: [] })));
}

/** Returns the errors of a row, as columns and messages; its outcome if it has none. */
export const errorsOf = (row: ImportedRow | undefined) =>
  row?.outcome === 'refused'
    ? row.errors.map(({ column, message }) => [column, message])
    : row?.outcome;
