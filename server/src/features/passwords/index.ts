import type { PersonKind } from '@adwarden/contract/people/people';
import { defineFeature, type Office } from '../../feature.ts';
import { passwordRoutes } from './passwords.routes.ts';
import { createChangePassword } from './passwords.service.ts';

/** Checks a password, and throttles wrong ones. */
type CheckPassword = (
  attempt: { kind: PersonKind; login: string; address: string; purpose: 'change' },
  password: string,
  account: { id: string; passwordHash: string },
) => Promise<boolean>;

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
