import { defineFeature } from '../../feature.ts';
import { saveDemoViews } from './views.demo.ts';
import { viewsQuota } from './views.quota.ts';
import { viewRoutes } from './views.routes.ts';
import { createViews } from './views.service.ts';
import { deleteViewsOf } from './views.store.ts';

/** Saved views of lists, private and shared. */
export const views = defineFeature({
  bounds: { quotas: [viewsQuota], pruning: [] },
  deleteThingsOf: deleteViewsOf,
  build({ db, clock }) {
    const service = createViews({ db, clock });
    return {
      gives: {},
      register: (server) => viewRoutes(server, { views: service }),
      demo: (admin) => saveDemoViews(service, admin),
    };
  },
});
