import { defineFeature, type Office } from '../../feature.ts';
import { olderThan } from '../../pruning/rules.ts';
import { edgeRoutes } from './edges.routes.ts';
import { createEdgeReports, createEdges, readEdges } from './edges.service.ts';

/** Machines elsewhere that answer ads (ADR 49). */
export const edges = defineFeature({
  bounds: {
    quotas: [],
    // Processes of edges that no office has heard of since then.
    pruning: [
      olderThan('edges', ({ edges }) => edges.days, {
        table: 'edge',
        key: ['name', 'process'],
        at: 'lastSeenAt',
      }),
    ],
  },
  build({ db, logger, judgeOutside }: Office & { judgeOutside: () => Promise<void> }) {
    const service = createEdges({ db, judgeEdges: judgeOutside, logger });
    return {
      gives: { edgeReports: createEdgeReports(db, logger), readEdges: () => readEdges(db) },
      register: (server) => edgeRoutes(server, { edges: service }),
    };
  },
});
