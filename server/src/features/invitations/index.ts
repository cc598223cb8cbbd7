import { defineFeature, type Office } from '../../feature.ts';
import { createMailer } from '../../kit/mailer.ts';
import { createLimitTries } from '../../sessions/link-check.service.ts';
import { createInvitationLinks } from './invitations.links.service.ts';
import { invitationRoutes } from './invitations.routes.ts';
import { createInvitations, type InvitationsDeps } from './invitations.service.ts';
import { endInvitationOf, endInvitationsBy } from './invitations.store.ts';

/** Links with which people choose a password (ADR 120). */
export const invitations = defineFeature({
  bounds: { quotas: [], pruning: [] },
  endAccess: endInvitationOf,
  build(office: Office & Pick<InvitationsDeps, 'signIn'>) {
    const { db, weaknessOf, signIn, logger, settings } = office;
    const limitTries = createLimitTries({ db });
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
