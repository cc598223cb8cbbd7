import { defineFeature, type Office } from '../../feature.ts';
import { createAdministration } from './admins.manage.service.ts';
import { adminRoutes } from './admins.routes.ts';
import { createAdmins } from './admins.service.ts';
import type { AdminWritesDeps } from './admins.write.service.ts';

/** Administrators (ADR 121). */
export const admins = defineFeature({
  build(
    office: Office &
      Pick<AdminWritesDeps, 'endSessions' | 'invitations' | 'endInvitationsBy'> & {
        endInvitationOf: Office['endAccess'];
      },
  ) {
    const service = createAdmins(office);
    const administration = createAdministration({
      ...office,
      required: office.settings.requireSecondFactor,
      endInvitation: (tx, id) => office.endInvitationOf(tx, { kind: 'admin', id }),
    });
    return {
      gives: { ensureFirstAdmin: service.ensureFirst, adminAccounts: service },
      register: (server) => adminRoutes(server, { administration }),
    };
  },
});
