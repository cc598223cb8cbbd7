import { z } from 'zod';
import type { Call } from '../call.ts';
import { success } from '../envelope.ts';
import { inPath, optionalText, requiredText, time } from '../fields.ts';
import { limits } from '../limits.ts';
import { requestBodies, responseBodies } from '../named.ts';
import { parameter } from '../parameters.ts';

/* Saved views of the web app's lists (ADR 39). */

/** The lists that have views. `changes` is the audit log. */
export const viewLists = [
  'apps',
  'users',
  'app-configurations',
  'findings',
  'change-requests',
  'changes',
] as const;
export type ViewList = (typeof viewLists)[number];

const list = z.enum(viewLists, {
  error: (issue) =>
    issue.input == null || issue.input === ''
      ? 'Please Select List'
      : `list must be one of: ${viewLists.join(', ')}`,
});

const word = '[A-Za-z][A-Za-z0-9]{0,39}';
/** Builds the schema of the name of a parameter or of a column. */
const nameOf = (label: string) =>
  z.string({ error: `${label} must be text` }).regex(new RegExp(`^${word}$`), {
    error: `${label} must be a name of at most 40 letters and digits`,
  });
const { queryLength, columns: mostColumns } = limits.views;
const tooLong = `Query must be at most ${queryLength} characters in all`;

/** The search and the filters by parameter, as the list's address has them. Only the web app knows what they mean. */
const query = z
  .record(nameOf('Each name in Query'), optionalText({ label: 'Query', max: limits.text.filter }), {
    error: 'Query must be an object of texts',
  })
  .refine((parameters) => Object.entries(parameters).flat().join('').length <= queryLength, {
    error: tooLong,
  });

/** A column's name, with `-` before it for descending; '' is the list's own order. */
const sort = z.string({ error: 'Sort must be text' }).regex(new RegExp(`^(-?${word})?$`), {
  error: 'Sort must be a column, with - before it for descending',
});

/** The columns that are shown; null is the usual ones. */
const columns = z
  .array(nameOf('Each column'), { error: 'Columns must be a list of names, or null' })
  .min(1, 'Columns must name at least one column, or be null')
  .max(mostColumns, `Columns must be at most ${mostColumns}`)
  .refine((names) => new Set(names).size === names.length, { error: 'Columns must differ' })
  .meta({ uniqueItems: true })
  .nullable();

const truth = (label: string) => z.boolean({ error: `${label} must be true or false` });

const form = {
  name: requiredText('Please Enter Name', {
    label: 'Name',
    max: limits.text.viewName,
    name: true,
  }),
  query,
  sort,
  columns,
  /** All administrators see the view. */
  shared: truth('Shared'),
  /** Whether the list opens with this view for the caller. */
  isDefault: truth('Default'),
};

/** A new view. Without `query`, `sort` and `columns` it is the list as it is. */
export const newView = z
  .object({
    list,
    name: form.name,
    query: query.default({}),
    sort: sort.default(''),
    columns: columns.default(null),
    shared: form.shared.default(false),
    isDefault: form.isDefault.default(false),
  })
  .register(requestBodies, { id: 'NewView' });
export type NewView = z.infer<typeof newView>;

/** An edit: absent fields stay. `isDefault` is the caller's own, also of a view of somebody else. */
export const viewChanges = z.object(form).partial().register(requestBodies, { id: 'ViewChanges' });
export type ViewChanges = z.infer<typeof viewChanges>;

/** A view. `mine`: the caller made it. `by` is the name of the person who made it. */
export const view = z
  .object({
    id: z.string(),
    list: z.enum(viewLists),
    name: z.string(),
    query: z.record(z.string(), z.string()),
    sort: z.string(),
    columns: z.array(z.string()).nullable(),
    shared: z.boolean(),
    isDefault: z.boolean(),
    mine: z.boolean(),
    by: z.string(),
    createdAt: time,
    changedAt: time,
  })
  .register(responseBodies, { id: 'View' });
export type View = z.infer<typeof view>;
export const viewAnswer = success(view).register(responseBodies, { id: 'ViewAnswer' });

export const viewListQuery = z.strictObject({
  list: parameter('The list whose views are asked for', list),
});
/** The views by name; they are few enough for one answer (`limits.views`). */
export const viewListAnswer = success(z.array(view)).register(responseBodies, { id: 'ViewList' });
export const deletedView = success(z.object({ id: z.string() })).register(responseBodies, {
  id: 'DeletedView',
});

const viewID = z.object({ viewID: inPath('a view', 'View') });

/** The calls about saved views. */
export const viewCalls = {
  getViews: {
    method: 'GET',
    path: '/views',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    summary:
      'List the saved views of a list: the caller’s own, and those that administrators share',
    query: viewListQuery,
    answer: viewListAnswer,
    refusals: ['forbidden'],
  },
  addView: {
    method: 'POST',
    path: '/views',
    who: 'signed-in',
    viewers: true,
    keys: false,
    creates: true,
    holds: 'view',
    summary: 'Save a view of a list; only administrators share',
    body: newView,
    answer: viewAnswer,
    refusals: ['forbidden', 'conflict'],
  },
  updateView: {
    method: 'PUT',
    path: '/views/:viewID',
    who: 'signed-in',
    viewers: true,
    keys: false,
    holds: 'view',
    summary: 'Change a view, or make it the caller’s default',
    params: viewID,
    body: viewChanges,
    answer: viewAnswer,
    refusals: ['forbidden', 'not-found', 'conflict'],
  },
  deleteView: {
    method: 'DELETE',
    path: '/views/:viewID',
    who: 'signed-in',
    viewers: true,
    keys: false,
    summary: 'Delete a view',
    params: viewID,
    answer: deletedView,
    refusals: ['not-found'],
  },
} as const satisfies Record<string, Call>;
