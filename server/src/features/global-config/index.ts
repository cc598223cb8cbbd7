import { defineFeature } from '../../feature.ts';
import { seesSecrets } from '../../sight/secrets.policy.ts';
import { apiMethodKeeper } from './global-config.restore.service.ts';
import { globalConfigRoutes } from './global-config.routes.ts';
import { createGlobalConfigService } from './global-config.service.ts';

/** The global settings: how callers are looked up, and the keys of outside services. */
export const globalConfig = defineFeature({
  bounds: { quotas: [], pruning: [] },
  build({ db, changeLog, seal, noteSecretRead }) {
    const service = createGlobalConfigService({ db, changeLog, seal });
    return {
      gives: { readForCallers: service.readForCallers },
      keepers: { apiMethod: apiMethodKeeper },
      register: (server) =>
        globalConfigRoutes(server, {
          globalConfig: service,
          noteRead(reader) {
            if (seesSecrets(reader)) noteSecretRead(reader, 'keys');
          },
        }),
    };
  },
});
