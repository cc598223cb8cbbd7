import { z } from 'zod';
import { optionalText, wholeNumber } from './fields.ts';
import { limits } from './limits.ts';

/** A filter that matches a part of the text. */
export function containing(label: string) {
  return optionalText({ label, max: limits.text.filter }).optional();
}

/** What asks for a page of a list that always comes in pages; the first page unless the request says otherwise. */
export const pageQuery = {
  page: wholeNumber('page', 0, limits.maxPage).default(0),
  pageSize: wholeNumber('pageSize', 1, limits.maxPageSize).default(limits.pageSize),
};

/** What the answer has besides the items of a page; `total` counts the items of all pages. */
export const pageTotals = { total: z.number(), page: z.number(), pageSize: z.number() };

/**
 * The parameters of a list (ADR 28 "Lists"): all optional, none means the whole list; an unknown
 * parameter or column is refused. `sort` is a column's name, with `-` before it for descending.
 */
export function listQuery<const C extends readonly [string, ...string[]], F extends z.ZodRawShape>(
  columns: C,
  filters: F,
) {
  const sorts = columns.flatMap((column) => [column, `-${column}`]) as SortOf<C[number]>[];
  return z.strictObject(
    {
      page: wholeNumber('page', 0, limits.maxPage).optional(),
      pageSize: wholeNumber('pageSize', 1, limits.maxPageSize).optional(),
      search: optionalText({ label: 'search', max: limits.text.search }).optional(),
      sort: z
        .enum(sorts as [SortOf<C[number]>, ...SortOf<C[number]>[]], {
          error: `sort must be one of: ${columns.join(', ')}, with - before it for descending`,
        })
        .optional(),
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

/** A sort parameter taken apart: `-createdAt` is `{ column: 'createdAt', descending: true }`. */
export function sortOf<C extends string>(
  sort: SortOf<C> | undefined,
  fallback: SortOf<C>,
): { column: C; descending: boolean } {
  const text = sort ?? fallback;
  const descending = text.startsWith('-');
  return { column: (descending ? text.slice(1) : text) as C, descending };
}
