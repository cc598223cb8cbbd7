import { invitationPath } from '@adwarden/contract/invitations/invitation-path';
import { isoTime } from '../../kit/clock.ts';
import { redact } from '../../kit/faults/redact.ts';
import { newBearer, sha256 } from '../../kit/ids.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Mailer } from '../../kit/mailer.ts';
import type { Invitee, MadeInvitation, MakeInvitations } from '../../people/invitations.ts';
import { writeInvitation } from './invitations.mail.present.ts';
import { replaceInvitation } from './invitations.store.ts';

export type LinksDeps = {
  /** Null when the server has no mail server. */
  mailer: Pick<Mailer, 'send'> | null;
  /** The address of the back office; undefined until somebody sets it. */
  officeAddress: string | undefined;
  basePath: string;
  companyName: string;
  logger: Logger;
};

/** Milliseconds to wait for a mail server. The inviter can copy the link. */
const mailMs = 10_000;

/** Builds the making and mailing of links, for the features that write accounts (ADR 120). */
export function createInvitationLinks(deps: LinksDeps): MakeInvitations {
  const { mailer, officeAddress, basePath, companyName, logger } = deps;
  const linkOf = (token: string) => `${officeAddress ?? basePath}${invitationPath}#${token}`;

  /** Sends the link by mail, and tells whether the mail server has accepted it. */
  async function mail(
    { token, endsAt }: MadeInvitation,
    { kind, id, mailTo, fullName, login }: Invitee,
    inviter: string,
  ): Promise<boolean> {
    // A path alone is no link in a mail.
    if (!mailer || !mailTo || officeAddress === undefined) return false;
    const link = linkOf(token);
    const text = writeInvitation({ fullName, login, inviter, companyName, link, endsAt });
    try {
      await mailer.send({ to: mailTo, ...text }, AbortSignal.timeout(mailMs));
      return true;
    } catch (error) {
      const why = redact((error as Error).message, [token]);
      logger.warn({ why, account: { kind, id } }, 'an invitation was not mailed');
      return false;
    }
  }

  return {
    async make({ tx, author }, account) {
      const token = newBearer();
      const endsAt = await replaceInvitation(tx, account, {
        tokenHash: sha256(token),
        inviterId: author.id,
      });
      return { token, endsAt };
    },

    async tell(made, invitee, inviter) {
      const mailed = await mail(made, invitee, inviter.fullName);
      return { link: linkOf(made.token), endsAt: isoTime(made.endsAt), mailed };
    },
  };
}
