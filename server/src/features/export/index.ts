import { defineFeature, type Office } from '../../feature.ts';
import { exportRoutes } from './export.routes.ts';
import { createExports, createExportTexts, type ExportDeps } from './export.service.ts';

/** Lists as files. */
export const listExports = defineFeature({
  bounds: { quotas: [], pruning: [] },
  build({
    clock,
    wholeAppLists,
    wholeUserLists,
  }: Office & { wholeAppLists: ExportDeps['apps']; wholeUserLists: ExportDeps['users'] }) {
    const texts = createExportTexts({ apps: wholeAppLists, users: wholeUserLists });
    const service = createExports(texts, clock);
    return {
      gives: { exports: service },
      register: (server) => exportRoutes(server, { exports: service }),
    };
  },
});
