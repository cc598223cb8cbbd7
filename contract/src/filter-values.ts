import { z } from 'zod';
import { appListQuery } from './apps.ts';
import type { Call } from './call.ts';
import { success } from './envelope.ts';
import { textFilter } from './lists.ts';
import { responseBodies } from './named.ts';
import { parameter } from './parameters.ts';

/* The values of a field, each with the number of apps that a list would show. */

/** The filters of a list of apps whose values can be listed, by the names of their parameters. */
export const countedFilters = [
  'userID',
  'owner',
  'account',
  'appStatus',
  'adsStatus',
  'ipAddress',
  'visibleExtra',
  'finding',
  'paused',
  'scheduled',
  'traffic',
] as const;
export type CountedFilter = (typeof countedFilters)[number];

/** The filters whose values are texts that people have chosen; the contract has all values of the others. */
export const textFilters = ['userID', 'account'] as const satisfies CountedFilter[];
export type TextFilter = (typeof textFilters)[number];
const isTextFilter = (field: string): field is TextFilter =>
  (textFilters as readonly string[]).includes(field);

/**
 * The query: search and filters of the list, without the filter of the field itself. `find`: a part of the value's label.
 * `value`: only this value, also to learn its label.
 */
export const filterValueQuery = appListQuery
  .omit({ page: true, pageSize: true, sort: true, with: true })
  .extend({
    field: parameter(
      'The field whose values are listed',
      z.enum(countedFilters, `field must be one of: ${countedFilters.join(', ')}`),
    ),
    find: textFilter('find', 'Only values with this in the label'),
    value: textFilter('value', 'Only this value, also to learn its label'),
  })
  .superRefine(({ field, find, value }, context) => {
    if (isTextFilter(field)) return;
    for (const [name, given] of Object.entries({ find, value })) {
      if (!given) continue;
      const message = `${name} is for these fields: ${textFilters.join(', ')}`;
      context.addIssue({ code: 'custom', path: [name], message });
    }
  });
export type FilterValueQuery = z.infer<typeof filterValueQuery>;

/** A value as the parameter of the filter takes it, what people call it, and how many apps have it. */
export const filterValue = z.object({ value: z.string(), label: z.string(), apps: z.number() });
export type FilterValue = z.infer<typeof filterValue>;

/** The values that some apps have, those of most apps first. `hasMore`: there are more than `limits.filters.values`. */
export const filterValues = success(z.array(filterValue))
  .extend({ hasMore: z.boolean() })
  .register(responseBodies, { id: 'FilterValues' });

/** The calls about the values of filters. */
export const filterValueCalls = {
  getFilterValues: {
    method: 'GET',
    path: '/apps/filterValues',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    summary:
      'List the values of a field, each with its number of apps; owners count their own apps',
    query: filterValueQuery,
    answer: filterValues,
  },
} as const satisfies Record<string, Call>;
