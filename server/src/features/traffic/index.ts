import { defineFeature } from '../../feature.ts';
import { createTrafficComparisons } from './traffic.comparison.service.ts';
import { createTrafficExports } from './traffic.export.service.ts';
import { trafficJob } from './traffic.job.ts';
import { trafficPruning } from './traffic.pruning.ts';
import { trafficRoutes } from './traffic.routes.ts';
import { createTraffic } from './traffic.service.ts';
import { createTokenUses } from './traffic.tokens.service.ts';

/** Requests by hour and day, and what may explain them (ADR 56). */
export const traffic = defineFeature({
  bounds: { quotas: [], pruning: trafficPruning },
  build({ db, clock, settings: { trafficDays } }) {
    const service = createTraffic({ db, clock, trafficDays });
    const comparisons = createTrafficComparisons({ db, clock, trafficDays });
    const trafficExports = createTrafficExports({ traffic: service, comparisons });
    const readTokenUses = createTokenUses({ db, clock });
    return {
      gives: {},
      jobs: () => [trafficJob(db, trafficDays)],
      register: (server) =>
        trafficRoutes(server, { traffic: service, comparisons, trafficExports, readTokenUses }),
    };
  },
});
