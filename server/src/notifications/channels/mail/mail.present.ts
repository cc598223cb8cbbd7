import { counted } from '@adwarden/contract/counted';
import { findingTexts } from '@adwarden/contract/findings/texts';
import { causePaths } from '@adwarden/contract/notifications/causes';
import type { Mail } from '@adwarden/contract/notifications/mail';
import { isoTime, isoTimeOrNull } from '../../../kit/clock.ts';
import type { Digest, Subscriber } from './mail.table.ts';

/** The sender's company name and the address of the back office, for the words of a mail. */
export type Sender = { companyName: string; publicUrl: string | undefined };

/** Presents the daily mail of an administrator for answers. `subscriber` is undefined for an administrator who gets none. */
export function presentMail(
  { isAvailable, address }: { isAvailable: boolean; address: string },
  subscriber: Subscriber | undefined,
): Mail {
  const { dueAt = 0, sentAt = null, lastError = '' } = subscriber ?? {};
  return {
    available: isAvailable,
    address,
    subscribed: subscriber !== undefined,
    nextAt: isAvailable && subscriber ? isoTime(dueAt) : null,
    sentAt: isoTimeOrNull(sentAt),
    error: lastError,
  };
}

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Writes the daily mail. People type names and details, so each is put on one line. */
export function writeDigest({ errors, total, places }: Digest, { companyName, publicUrl }: Sender) {
  const lines: string[] = [`${counted(total, 'new error')} in ${counted(places, 'place')}.`];
  let place: string | undefined;
  for (const { appID, appName, rule, detail } of errors) {
    if (appID !== place)
      lines.push('', appID === '' ? 'Installation' : inOneLine(appName ?? appID));
    place = appID;
    lines.push(`- ${findingTexts[rule].title}. ${inOneLine(detail)}`);
  }
  if (total > errors.length) lines.push('', `And ${counted(total - errors.length, 'more error')}.`);
  lines.push('', `All errors: ${inOffice(causePaths.findings('admin', '', 'error'), publicUrl)}`);
  return {
    subject: inOneLine(`${companyName}: ${counted(total, 'new error')}`),
    text: `${[...lines, ...footer(publicUrl)].join('\n')}\n`,
    turnOffUrl: turnOffUrl(publicUrl),
  };
}

export const writeTest = ({ companyName, publicUrl }: Sender) => ({
  subject: inOneLine(`${companyName}: test`),
  text: `${['Mails of Adwarden arrive here.', ...footer(publicUrl)].join('\n')}\n`,
  turnOffUrl: turnOffUrl(publicUrl),
});

const switchPath = '/admin/notifications';

const turnOffUrl = (publicUrl: string | undefined): string | null =>
  publicUrl === undefined ? null : inOffice(switchPath, publicUrl);

const footer = (publicUrl: string | undefined): string[] => [
  '',
  '-- ',
  `You turn these mails on and off here: ${inOffice(switchPath, publicUrl)}`,
];

const inOffice = (path: string, publicUrl: string | undefined): string =>
  publicUrl === undefined ? `${path} in Adwarden` : publicUrl + path;
