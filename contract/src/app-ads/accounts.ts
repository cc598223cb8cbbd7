import { z } from 'zod';
import { fieldNames } from '../field-names.ts';
import { optionalText } from '../fields.ts';
import { limits } from '../limits.ts';
import { unreadableLine } from './app-ads-file.ts';

/**
 * Returns the form in which account names are compared: lower case, without spaces and punctuation. A name that consists only of
 * these is compared as it is.
 */
export function accountKey(accountName: string): string {
  const key = accountName.toLowerCase().replace(/[\p{P}\p{Z}]/gu, '');
  return key || accountName.trim();
}

const address = z.url({ protocol: /^https?$/, normalize: true });
/** The scheme, the host and the port of a site, after the URL was normalised. */
const siteForm =
  /^(https?:\/\/)((?:[a-z0-9_-]+\.)+[a-z0-9-]+|\[[0-9a-f:]+\])(:\d+)?\/(?:app-ads\.txt)?$/;

/**
 * Returns the site of an address that somebody types, such as `https://example.com`; null when it is none. Ad systems look for
 * app-ads.txt at the top of the domain without `www.` and `m.`, so these are left out. Without a scheme it is https.
 */
function siteOf(typed: string): string | null {
  const url = address.safeParse(typed.includes('://') ? typed : `https://${typed}`).data ?? '';
  const [, scheme, host, port = ''] = siteForm.exec(url) ?? [];
  if (!scheme || !host) return null;
  return `${scheme}${host.replace(/^(?:www|m)\.(?=[^.]+\.)/, '')}${port}`;
}

const noSite =
  'Site must be a domain such as example.com, without a path: app-ads.txt stands at its top';

/** The field of a site: '' for none. */
export const siteField = optionalText({ label: fieldNames.site, max: limits.text.site }).transform(
  (typed, context) => {
    const site = typed === '' ? '' : siteOf(typed);
    if (site !== null) return site;
    context.addIssue({ code: 'custom', message: noSite });
    return '';
  },
);

/** The field of lines that the file has besides those of the ad units, in the format of the file. */
export const extraLinesField = optionalText({
  label: fieldNames.extraLines,
  max: limits.text.extraLines,
  lines: true,
}).superRefine((text, context) => {
  const place = unreadableLine(text);
  if (place === null) return;
  context.addIssue({
    code: 'custom',
    message: `Line ${place} must be “domain, id, DIRECT or RESELLER”, “name=value” or a comment that begins with #`,
  });
});
