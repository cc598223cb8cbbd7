import { defineFeature, type Office } from '../../feature.ts';
import { signInRules } from '../../people/sign-in-rules.ts';
import { addDemoAdmins } from './admins.demo.ts';
import { createAdministration } from './admins.manage.service.ts';
import { createAdminsOfProvider } from './admins.provider.service.ts';
import { adminRoutes } from './admins.routes.ts';
import { createAdmins } from './admins.service.ts';
import type { AdminWritesDeps } from './admins.write.service.ts';

/** Administrators (ADR 121). */
export const admins = defineFeature({
  bounds: { quotas: [], pruning: [] },
  build(
    office: Office &
      Pick<AdminWritesDeps, 'invitations' | 'endInvitationsBy'> & {
        endInvitationOf: Office['endAccess'];
      },
  ) {
    const rules = signInRules(office.settings);
    const service = createAdmins({ ...office, rules });
    const administration = createAdministration({
      ...office,
      rules,
      endInvitation: (tx, id) => office.endInvitationOf(tx, { kind: 'admin', id }),
    });
    return {
      gives: {
        ensureFirstAdmin: service.ensureFirst,
        adminAccounts: service,
        adminsOfProvider: createAdminsOfProvider({ ...office, rules }),
      },
      register: (server) => adminRoutes(server, { administration }),
      demo: (admin, password) =>
        addDemoAdmins({ db: office.db, service, administration }, admin, password),
    };
  },
});
