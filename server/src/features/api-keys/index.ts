import { defineFeature } from '../../feature.ts';
import { hourMs } from '../../kit/clock.ts';
import { signInRules } from '../../people/sign-in-rules.ts';
import { olderThan } from '../../pruning/rules.ts';
import { createKeyCalls } from './api-keys.calls.service.ts';
import { makeDemoKeys } from './api-keys.demo.ts';
import { apiKeysQuota } from './api-keys.quota.ts';
import { apiKeyRoutes } from './api-keys.routes.ts';
import { createApiKeys } from './api-keys.service.ts';
import { deleteKeysOf } from './api-keys.store.ts';
import { createKeyWarnings } from './api-keys.warnings.service.ts';

/** Keys with which programs make calls (ADR 129). */
export const apiKeys = defineFeature({
  bounds: {
    quotas: [apiKeysQuota],
    // Keys that ended before.
    pruning: [
      olderThan('apiKeys', ({ apiKeys }) => apiKeys.days, {
        table: 'api_key',
        key: ['id'],
        at: 'endsAt',
      }),
    ],
  },
  deleteThingsOf: deleteKeysOf,
  build({ db, changeLog, settings, logger }) {
    const rules = signInRules(settings);
    const service = createApiKeys({ db, changeLog });
    return {
      gives: {
        keysWay: createKeyCalls({ db, rules, clock: () => performance.now(), logger }),
      },
      jobs: () => [
        {
          name: 'ends of API keys',
          everyMs: hourMs,
          on: 'each node',
          needs: ['disk'],
          work: createKeyWarnings({ db }),
          words: {
            failing: 'warning of API keys that end failed',
            again: 'API keys that end are warned of again',
          },
        },
      ],
      register: (server) => apiKeyRoutes(server, { apiKeys: service }),
      demo: (admin) => makeDemoKeys(db, service, admin),
    };
  },
});
