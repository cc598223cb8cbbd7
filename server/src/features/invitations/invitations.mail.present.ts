import { limits } from '@adwarden/contract/limits';
import { momentInWords } from '../../kit/clock.ts';

/** The contents of a mail with a link. */
export type InvitationMail = {
  fullName: string;
  login: string;
  inviter: string;
  companyName: string;
  link: string;
  endsAt: number;
};

/** Puts a name on one line, because people type names. */
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Writes the mail with the link of an invitation. */
export function writeInvitation(mail: InvitationMail) {
  const { link, endsAt } = mail;
  const [fullName, login, inviter, companyName] = [
    mail.fullName,
    mail.login,
    mail.inviter,
    mail.companyName,
  ].map(inOneLine);
  const lines = [
    `Hello ${fullName},`,
    '',
    `${inviter} invites you to the back office of ${companyName}. Choose your password here:`,
    '',
    link,
    '',
    `You sign in as ${login}. The link works once, for ${limits.invitations.hours} hours: until ${momentInWords(endsAt)}.`,
    'If you did not expect this mail, delete it: nothing happens then.',
  ];
  return {
    subject: inOneLine(`${companyName}: your invitation`),
    text: `${lines.join('\n')}\n`,
    turnOffUrl: null,
  };
}
