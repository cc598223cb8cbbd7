import { defineFeature } from '../../feature.ts';
import { createDeliveries } from './usage.deliveries.service.ts';
import { writeRequestsOfLists } from './usage.list.service.ts';
import { usagePruning } from './usage.pruning.ts';
import { usageRoutes } from './usage.routes.ts';
import { createUsage } from './usage.service.ts';
import { createTakeUsage } from './usage.taking.service.ts';

/** Counts the requests of each app. */
export const usage = defineFeature({
  bounds: { quotas: [], pruning: usagePruning },
  build({ db, clock, now, logger, settings: { trafficDays } }) {
    const service = createUsage({ db, clock });
    const { requestsOf, requestsByCountry, requestsByCountryOf } = service;
    return {
      gives: {
        requestsOf,
        requestsByCountry,
        requestsByCountryOf,
        deliveriesOf: createDeliveries({ db, clock }),
        writeRequests: (now: number, isOver: () => boolean) =>
          writeRequestsOfLists(db, now, isOver),
        takeUsage: createTakeUsage({ db, trafficDays, now, logger }),
      },
      register: (server) => usageRoutes(server, { usage: service }),
    };
  },
});
