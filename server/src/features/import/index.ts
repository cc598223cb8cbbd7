import { editableApps } from '../../edits/edits.service.ts';
import { defineFeature, type Office } from '../../feature.ts';
import { importRoutes } from './import.routes.ts';
import { createImports, type ImportDeps } from './import.service.ts';

/** Apps from files. */
export const appImports = defineFeature({
  bounds: { quotas: [], pruning: [] },
  build(office: Office & Pick<ImportDeps, 'previewRows' | 'accountsCloseTo'>) {
    const { db, settings, previewRows, accountsCloseTo } = office;
    const { appsPerOwner } = settings;
    const readApps = editableApps;
    const service = createImports({ db, appsPerOwner, readApps, accountsCloseTo, previewRows });
    return {
      gives: { imports: service },
      register: (server) => importRoutes(server, { imports: service }),
    };
  },
});
