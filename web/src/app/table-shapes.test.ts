import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { appConfigurationListQuery } from '@adwarden/contract/app-configurations';
import { appListQuery } from '@adwarden/contract/apps';
import { changeRequestListQuery } from '@adwarden/contract/change-requests/change-requests';
import { changeListQuery } from '@adwarden/contract/changes/changes';
import { findingListQuery } from '@adwarden/contract/findings/findings';
import { pauseListQuery } from '@adwarden/contract/pauses/pauses';
import { userListQuery } from '@adwarden/contract/users';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { configurationTableShape } from '../features/app-configurations/app-configurations.table-shape.ts';
import { appTableShapes } from '../features/apps/list/apps.table-shape.ts';
import { changesQuestion, changeTableShape } from '../features/changes/changes.table-shape.ts';
import {
  changeRequestsQuestion,
  changeRequestTableShape,
} from '../features/changes/requests/change-requests.table-shape.ts';
import { findingsQuestion, findingTableShapes } from '../features/findings/findings.table-shape.ts';
import { pausesQuestion, pauseTableShape } from '../features/pauses/pauses.table-shape.ts';
import { userTableShape } from '../features/users/users.table-shape.ts';
import {
  type TableFilter,
  type TableQuery,
  type TableShape,
  type TableState,
  toTableQuery,
} from '../ui/data-table/table-state.ts';

/** A list: the shapes of its table, the query of its call, and what the screen makes of the table's query. */
type List = {
  shapes: TableShape[];
  query: z.ZodType;
  question?: (query: TableQuery) => TableQuery;
};

const lists: Record<string, List> = {
  'app-configurations': { shapes: [configurationTableShape], query: appConfigurationListQuery },
  apps: { shapes: Object.values(appTableShapes), query: appListQuery },
  'change-requests': {
    shapes: [changeRequestTableShape],
    query: changeRequestListQuery,
    question: changeRequestsQuestion,
  },
  changes: { shapes: [changeTableShape], query: changeListQuery, question: changesQuestion },
  findings: {
    shapes: Object.values(findingTableShapes),
    query: findingListQuery,
    question: findingsQuestion,
  },
  pauses: { shapes: [pauseTableShape], query: pauseListQuery, question: pausesQuestion },
  users: { shapes: [userTableShape], query: userListQuery },
};

/** Returns values of each parameter of a filter. */
function valuesOf(filter: TableFilter): Record<string, readonly string[]> {
  if (filter.kind === 'dates')
    return { [filter.from]: ['2026-01-02'], [filter.to]: ['2026-01-02'] };
  if (filter.kind === 'numbers') return { [filter.from]: ['3'], [filter.to]: ['3'] };
  if (filter.kind === 'select') return { [filter.name]: filter.options.map(({ value }) => value) };
  const others = filter.kind === 'values' ? filter.others : undefined;
  return {
    [filter.name]: ['x'],
    ...(others && { [others.name]: others.options.map(({ value }) => value) }),
  };
}

/** Returns states of a table: one for each order, each choice of the view and each value of a filter. */
function statesOf({ sorts, defaultSort, view, filters }: TableShape): TableState[] {
  const plain: TableState = { page: 0, pageSize: 10, search: '', sort: defaultSort, filters: {} };
  const filtered = filters
    .flatMap((filter) => Object.entries(valuesOf(filter)))
    .flatMap(([name, values]) => values.map((value) => ({ [name]: value })));
  return [
    plain,
    { ...plain, search: 'x' },
    ...sorts.flatMap((sort) => [
      { ...plain, sort },
      { ...plain, sort: `-${sort}` },
    ]),
    ...(view?.options ?? []).map(({ value }) => ({ ...plain, view: value })),
    ...filtered.map((filter) => ({ ...plain, filters: filter })),
  ];
}

test('every shape of a table is tried here', () => {
  const root = new URL('../features/', import.meta.url).pathname;
  const files = globSync('**/*.table-shape.ts', { cwd: root });
  expect(files.map((file) => basename(file, '.table-shape.ts')).sort()).toEqual(
    Object.keys(lists).sort(),
  );
});

test.each(Object.entries(lists))(
  'the call of the list %s takes all its table can ask',
  (_, list) => {
    const { shapes, query, question = (same) => same } = list;
    const refused = shapes.flatMap((shape) =>
      statesOf(shape).flatMap((state) => {
        const asked = question(toTableQuery(state, shape));
        const { error } = query.safeParse(asked);
        return error ? [{ asked, issues: error.issues.map(({ message }) => message) }] : [];
      }),
    );
    expect(refused).toEqual([]);
  },
);
