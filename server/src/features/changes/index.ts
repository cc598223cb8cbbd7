import { defineFeature, type Office } from '../../feature.ts';
import { createUndoIn, createWaysBack, type WaysBackDeps } from './changes.restore.service.ts';
import { changeRoutes } from './changes.routes.ts';

/** The log of changes as people read it; restore and undo (ADR 2, 21). */
export const changes = defineFeature({
  bounds: { quotas: [], pruning: [] },
  build: ({
    db,
    changeLog,
    clock,
    needsApproval,
  }: Office & Pick<WaysBackDeps, 'needsApproval'>) => ({
    gives: { createUndoIn },
    register(server, { keepers }) {
      const waysBack = createWaysBack({ db, changeLog, clock, keepers, needsApproval });
      changeRoutes(server, { db, waysBack });
    },
  }),
});
