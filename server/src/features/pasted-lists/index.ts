import { defineFeature } from '../../feature.ts';
import { olderThan } from '../../pruning/rules.ts';
import { isInNoView } from '../../sight/pasted-lists.store.ts';
import { pastedListRoutes } from './pasted-lists.routes.ts';
import { createPastedLists } from './pasted-lists.service.ts';

/** Lists of texts by which apps are found. */
export const pastedLists = defineFeature({
  bounds: {
    quotas: [],
    // Lists that nobody has pasted since then, except those that a saved view names.
    pruning: [
      olderThan('pastedLists', ({ pastedLists }) => pastedLists.days, {
        table: 'pasted_list',
        key: ['id'],
        at: 'usedAt',
        mayGo: isInNoView,
      }),
    ],
  },
  build: ({ db }) => ({
    gives: {},
    register: (server) => pastedListRoutes(server, { pastedLists: createPastedLists({ db }) }),
  }),
});
