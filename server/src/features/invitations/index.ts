import { defineFeature, type Office } from '../../feature.ts';
import { createMailer } from '../../kit/mailer.ts';
import { createInvitationLinks } from './invitations.links.service.ts';
import { invitationRoutes } from './invitations.routes.ts';
import { createInvitations, type InvitationsDeps } from './invitations.service.ts';
import { endInvitationOf, endInvitationsBy } from './invitations.store.ts';

/** Links with which people choose a password (ADR 120). */
export const invitations = defineFeature({
  bounds: { quotas: [], pruning: [] },
  endAccess: endInvitationOf,
  build(office: Office & Pick<InvitationsDeps, 'limitTries' | 'signIn'>) {
    const { db, weaknessOf, limitTries, signIn, logger, settings } = office;
    const { mail, officeAddress, basePath, companyName } = settings;
    const links = createInvitationLinks({
      mailer: mail && createMailer(mail),
      officeAddress,
      basePath,
      companyName,
      logger,
    });
    return {
      gives: { invitations: links, endInvitationOf, endInvitationsBy },
      register: (server, { accounts }) =>
        invitationRoutes(server, {
          invitations: createInvitations({ db, accounts, weaknessOf, limitTries, signIn }),
        }),
    };
  },
});
