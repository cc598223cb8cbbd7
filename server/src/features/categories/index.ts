import { defineFeature } from '../../feature.ts';
import { categoryRoutes } from './categories.routes.ts';
import { ensureCategories } from './categories.service.ts';

/** The categories of apps. */
export const categories = defineFeature({
  bounds: { quotas: [], pruning: [] },
  build: ({ db, changeLog }) => ({
    gives: {},
    prepare: () => ensureCategories(changeLog),
    register: (server) => categoryRoutes(server, { db }),
  }),
});
