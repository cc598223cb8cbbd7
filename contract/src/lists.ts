import { z } from 'zod';
import { optionalText, timeFrom, timeTo, wholeNumber } from './fields.ts';
import { limits } from './limits.ts';
import { parameter } from './parameters.ts';

/** Builds a filter that is a text; `description` says which rows it leaves. */
export function textFilter(label: string, description: string, max: number = limits.text.filter) {
  return parameter(description, optionalText({ label, max }).optional());
}

/** Builds the search of a list; `description` says where it looks. */
export const searchFilter = (description: string) =>
  textFilter('search', description, limits.text.search);

/** Builds the filters by a time, named after `name`; `rows` begins their descriptions, such as 'Only apps created'. */
export function timeFilters<const N extends string>(name: N, rows: string) {
  const from = parameter(
    `${rows} at this time or later; a date means its first moment in UTC`,
    timeFrom(`${name}From`).optional(),
  );
  const to = parameter(
    `${rows} at this time or earlier; a date means its last moment in UTC`,
    timeTo(`${name}To`).optional(),
  );
  return { [`${name}From`]: from, [`${name}To`]: to } as Record<`${N}From`, typeof from> &
    Record<`${N}To`, typeof to>;
}

const pageWords = 'The page, from 0';
const pageSizeWords = 'Rows per page';

/** The parameters of a list that always comes in pages; the first page unless the request says otherwise. */
export const pageQuery = {
  page: parameter(pageWords, wholeNumber('page', 0, limits.maxPage).default(0)),
  pageSize: parameter(
    pageSizeWords,
    wholeNumber('pageSize', 1, limits.maxPageSize).default(limits.pageSize),
  ),
};

/** The fields of a page besides its items; `total` counts the items of all pages. */
export const pageTotals = { total: z.number(), page: z.number(), pageSize: z.number() };

/**
 * Builds the parameters of a list (ADR 28 "Lists"): all optional, none means the whole list; an unknown parameter or column is
 * refused. `sort` is a column's name, with `-` before it for descending.
 */
export function listQuery<const C extends readonly [string, ...string[]], F extends z.ZodRawShape>(
  columns: C,
  filters: F,
) {
  const sorts = columns.flatMap((column) => [column, `-${column}`]) as SortOf<C[number]>[];
  return z.strictObject(
    {
      page: parameter(pageWords, wholeNumber('page', 0, limits.maxPage).optional()),
      pageSize: parameter(pageSizeWords, wholeNumber('pageSize', 1, limits.maxPageSize).optional()),
      search: searchFilter('Only rows with this text in one of the columns that are searched'),
      sort: parameter(
        'The column to sort by; with - before it, descending',
        z
          .enum(sorts as [SortOf<C[number]>, ...SortOf<C[number]>[]], {
            error: `sort must be one of: ${columns.join(', ')}, with - before it for descending`,
          })
          .optional(),
      ),
      ...filters,
    },
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys'
          ? `Unknown parameter: ${(issue as { keys?: string[] }).keys?.join(', ')}`
          : undefined,
    },
  );
}

type SortOf<C extends string> = C | `-${C}`;

/** Takes a sort parameter apart: `-createdAt` is `{ column: 'createdAt', descending: true }`. */
export function sortOf<C extends string>(
  sort: SortOf<C> | undefined,
  fallback: SortOf<C>,
): { column: C; descending: boolean } {
  const text = sort ?? fallback;
  const descending = text.startsWith('-');
  return { column: (descending ? text.slice(1) : text) as C, descending };
}
