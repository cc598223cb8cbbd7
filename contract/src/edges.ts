import { z } from 'zod';
import { success } from './envelope.ts';
import { requiredText, time, wholeNumber } from './fields.ts';
import { limits } from './limits.ts';

/* Edges: machines that answer ads and follow an office elsewhere (ADR 49). */

/** An edge is silent when no office has heard of it for `limits.edges.silentSeconds`. */
export const edgeStates = ['following', 'silent'] as const;
export type EdgeState = (typeof edgeStates)[number];

/**
 * An edge. `versions` and `processes` are those of the processes that reported within a minute of its last report.
 * `lagMs`: for how long its ads may be old, of several processes the longest; null while that is not known, as of a silent
 * edge.
 */
export const edge = z.object({
  name: z.string(),
  state: z.enum(edgeStates),
  versions: z.array(z.string()),
  processes: z.number(),
  lagMs: z.number().nullable(),
  firstSeenAt: time,
  lastSeenAt: time,
});
export type Edge = z.infer<typeof edge>;

export const edgeListQuery = z.strictObject({
  page: wholeNumber('page', 0, limits.maxPage).default(0),
  pageSize: wholeNumber('pageSize', 1, limits.maxPageSize).default(limits.pageSize),
});

/** Silent ones first, then by name. */
export const edgeList = success(z.array(edge)).extend({
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
});

export const edgeName = z.object({
  name: requiredText('The address must name an edge', { label: 'Edge', max: limits.text.id }),
});
export const forgottenEdge = success(z.object({ name: z.string() }));
