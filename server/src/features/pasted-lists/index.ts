import { defineFeature } from '../../feature.ts';
import { pastedListRoutes } from './pasted-lists.routes.ts';
import { createPastedLists } from './pasted-lists.service.ts';

/** Lists of texts by which apps are found. */
export const pastedLists = defineFeature({
  build: ({ db }) => ({
    gives: {},
    register: (server) => pastedListRoutes(server, { pastedLists: createPastedLists({ db }) }),
  }),
});
