import { succeed } from '@adwarden/contract/envelope';
import { invitationCalls } from '@adwarden/contract/invitations/invitations';
import { originOf } from '../../http/origin.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import type { Invitations } from './invitations.service.ts';

/** Registers the calls of a person who has a link (ADR 120). */
export function invitationRoutes(
  server: BackOffice,
  { invitations }: { invitations: Invitations },
): void {
  server.route({
    ...contractRoute(invitationCalls.lookAtInvitation),
    async handler({ body, address }) {
      return succeed('Invitation', await invitations.look(body.token, address));
    },
  });

  server.route({
    ...contractRoute(invitationCalls.acceptInvitation),
    handler: (request) => invitations.accept(request.body, originOf(request)),
  });
}
