import { defineFeature, type Office } from '../../feature.ts';
import type { CheckPassword } from '../../sessions/password-check.service.ts';
import { passwordRoutes } from './passwords.routes.ts';
import { createChangePassword } from './passwords.service.ts';

/** The change of one's own password. */
export const passwords = defineFeature({
  bounds: { quotas: [], pruning: [] },
  build: ({ weaknessOf, checkPassword }: Office & { checkPassword: CheckPassword }) => ({
    gives: {},
    register(server, { accounts }) {
      const changePassword = createChangePassword({
        accounts,
        weaknessOf,
        checkPassword: ({ kind, login, address }, password, account) =>
          checkPassword({ kind, login, address, purpose: 'change' }, password, account),
      });
      passwordRoutes(server, { changePassword });
    },
  }),
});
