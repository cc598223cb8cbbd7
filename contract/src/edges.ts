import { z } from 'zod';
import type { Call } from './call.ts';
import { success } from './envelope.ts';
import { inPath, time } from './fields.ts';
import { pageQuery, pageTotals } from './lists.ts';
import { responseBodies } from './named.ts';

/* Edges: machines that answer ads and follow an office elsewhere (ADR 49). */

/** An edge is silent when no office has heard of it for `limits.edges.silentSeconds`. */
export const edgeStates = ['following', 'silent'] as const;
export type EdgeState = (typeof edgeStates)[number];

/**
 * An edge. `versions` and `processes` are those of the processes that reported within a minute of its last report.
 * `lagMs`: for how long its ads may be old, of several processes the longest; null while that is not known, as of a silent
 * edge.
 */
export const edge = z
  .object({
    name: z.string(),
    state: z.enum(edgeStates),
    versions: z.array(z.string()),
    processes: z.number(),
    lagMs: z.number().nullable(),
    firstSeenAt: time,
    lastSeenAt: time,
  })
  .register(responseBodies, { id: 'Edge' });
export type Edge = z.infer<typeof edge>;

export const edgeListQuery = z.strictObject(pageQuery);

/** Silent ones first, then by name. */
export const edgeList = success(z.array(edge))
  .extend(pageTotals)
  .register(responseBodies, { id: 'EdgeList' });

export const forgottenEdge = success(z.object({ name: z.string() })).register(responseBodies, {
  id: 'ForgottenEdge',
});

/** The calls about edges. */
export const edgeCalls = {
  getEdges: {
    method: 'GET',
    path: '/edges',
    who: 'admin',
    viewers: true,
    keys: 'read',
    summary: 'List the edges: machines that answer ads and follow an office elsewhere',
    query: edgeListQuery,
    answer: edgeList,
  },
  forgetEdge: {
    method: 'DELETE',
    path: '/edges/:name',
    who: 'admin',
    viewers: false,
    keys: false,
    summary: 'Forget a silent edge; when it comes back, it is listed again',
    params: z.object({
      name: inPath('an edge', 'Edge', 'The name of an edge'),
    }),
    answer: forgottenEdge,
    refusals: ['not-found', 'conflict'],
  },
} as const satisfies Record<string, Call>;
