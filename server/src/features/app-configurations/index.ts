import { defineFeature } from '../../feature.ts';
import { createAppConfigurationLists } from './app-configurations.list.service.ts';
import { configurationKeeper, restoreConfiguration } from './app-configurations.restore.service.ts';
import { appConfigurationRoutes } from './app-configurations.routes.ts';
import { createAppConfigurationsService } from './app-configurations.service.ts';

/** The countries of apps. */
export const appConfigurations = defineFeature({
  bounds: { quotas: [], pruning: [] },
  build({ db, changeLog }) {
    const service = createAppConfigurationsService({ db, changeLog });
    const lists = createAppConfigurationLists({ db });
    return {
      gives: { appConfigurations: service, restoreConfiguration },
      keepers: { 'app-configuration': configurationKeeper },
      register: (server) => appConfigurationRoutes(server, { appConfigurations: service, lists }),
    };
  },
});
