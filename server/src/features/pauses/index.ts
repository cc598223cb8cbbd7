import { defineFeature, type Office } from '../../feature.ts';
import { readPaused } from './pauses.ending.service.ts';
import { pauseRoutes } from './pauses.routes.ts';
import { createPausesService, type PausesDeps } from './pauses.service.ts';

/** Pauses of ads (ADR 34). */
export const pauses = defineFeature({
  build(office: Office & Pick<PausesDeps, 'needsApproval' | 'deliveriesOf'>) {
    const { db, changeLog, needsApproval, deliveriesOf } = office;
    const service = createPausesService({ db, changeLog, needsApproval, deliveriesOf });
    return {
      gives: { pauses: service, readPaused: () => readPaused(db) },
      register: (server) => pauseRoutes(server, { pauses: service }),
    };
  },
});
