import { defineFeature, type Office } from '../../feature.ts';
import { ended } from '../../pruning/rules.ts';
import { readPaused } from './pauses.ending.service.ts';
import { machineStopsJob } from './pauses.machine-stops.service.ts';
import { pausedAppsQuota, pausesQuota } from './pauses.quota.ts';
import { pauseRoutes } from './pauses.routes.ts';
import { createPausesService, type PausesDeps } from './pauses.service.ts';
import { endedPauses } from './pauses.store.ts';

/** Pauses of ads (ADR 34). */
export const pauses = defineFeature({
  bounds: { quotas: [pausesQuota, pausedAppsQuota], pruning: [ended('pauses', endedPauses)] },
  build(office: Office & Pick<PausesDeps, 'needsApproval' | 'deliveriesOf'>) {
    const { db, changeLog, settings, needsApproval, deliveriesOf } = office;
    const service = createPausesService({ db, changeLog, needsApproval, deliveriesOf });
    return {
      gives: { pauses: service, readPaused: () => readPaused(db) },
      jobs: () => [
        {
          name: 'ends of pauses',
          // Phones do not wait for the end to be noted: a pause is judged when they ask.
          everyMs: 1_000,
          on: 'each node',
          needs: ['believable time'],
          work: service.endExpired,
          words: {
            failing: 'the end of pauses cannot be noted',
            again: 'the end of pauses is noted again',
          },
        },
        machineStopsJob({ changeLog, dataDir: settings.dataDir }),
      ],
      register: (server) => pauseRoutes(server, { pauses: service }),
    };
  },
});
