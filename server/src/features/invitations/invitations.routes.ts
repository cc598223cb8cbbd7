import { succeed } from '@adwarden/contract/envelope';
import { invitationCalls } from '@adwarden/contract/invitations/invitations';
import type { PersonKind } from '@adwarden/contract/people/people';
import type { z } from 'zod';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import type { Invitations } from './invitations.service.ts';

type Answer = z.output<typeof invitationCalls.acceptInvitation.answer>;

/** Returns the answer to a sign-in of an account of this kind. */
export type PresentSignIn<Account> = (
  kind: PersonKind,
  signedIn: { token: string; account: Account },
) => Answer;

/** Registers the calls of a person who has a link (ADR 120). */
export function invitationRoutes<Account>(
  server: BackOffice,
  {
    invitations,
    presentSignIn,
  }: {
    invitations: Pick<Invitations<Account>, 'look' | 'accept'>;
    presentSignIn: PresentSignIn<Account>;
  },
): void {
  server.route({
    ...contractRoute(invitationCalls.lookAtInvitation),
    async handler({ body, address }) {
      return succeed('Invitation', await invitations.look(body.token, address));
    },
  });

  server.route({
    ...contractRoute(invitationCalls.acceptInvitation),
    async handler(request) {
      const { kind, ...signedIn } = await invitations.accept(request.body, request.address);
      return presentSignIn(kind, signedIn);
    },
  });
}
