import { appAdsPath } from '@adwarden/contract/app-ads/app-ads';
import { limits } from '@adwarden/contract/limits';
import { shorten } from '@adwarden/contract/shorten';
import type { Fetched, FetchOutside } from '../../kit/outside/fetch-outside.ts';
import { OutsideFault } from '../../kit/outside/outside-fault.ts';
import { addressIn, isRedirect } from '../../kit/outside/redirects.ts';
import { crawlerHeaders, crawlerTrouble } from './app-ads.robots.service.ts';

/** The answer of a site: the text of its file, or why there is no file to compare (`checkStates` of the contract). */
type Answer =
  | { state: 'read'; text: string; notes: string[]; blocked: string }
  | { state: 'none' | 'unreadable'; trouble: string };

/** The answer, and the address after redirects. */
export type FoundFile = { url: string } & Answer;

const { seconds, bytes, redirects } = limits.appAds;
const headers = { ...crawlerHeaders, accept: 'text/plain, */*;q=0.1' };

const unreadable = (trouble: string): Answer => ({ state: 'unreadable', trouble });

/**
 * Fetches the app-ads.txt of a site as ad systems do. Redirects within its domain are followed, and one redirect to another
 * domain, after which no further one may follow (ads.txt 1.1, section 3.1). For a file that was read, the result says whether
 * robots.txt lets Google's crawler do the same.
 */
export async function fetchFile(site: string, fetch: FetchOutside): Promise<FoundFile> {
  const { addresses, found } = await follow(site, fetch);
  if (found.state !== 'read') return found;
  return { ...found, blocked: await crawlerTrouble(addresses, fetch) };
}

/** Returns the answer of a site, and the addresses that were requested, one after the other. */
async function follow(
  site: string,
  fetch: FetchOutside,
): Promise<{ addresses: URL[]; found: FoundFile }> {
  const signal = AbortSignal.timeout(seconds * 1000);
  const { hostname } = new URL(site);
  const addresses: URL[] = [];
  let url = new URL(appAdsPath, site);
  const found = (answer: Answer) => ({ addresses, found: { url: url.href, ...answer } });
  try {
    for (;;) {
      addresses.push(url);
      const answer = await fetch(url, { signal, bytes, headers });
      if (!isRedirect(answer)) return found(fileIn(answer));
      const next = addressIn(answer, url);
      if (!next) return found(unreadable('The site redirects to no address of the web'));
      if (addresses.some(({ href }) => href === next.href))
        return found(unreadable('The site redirects in a circle'));
      if (addresses.length > redirects) {
        return found(unreadable(`The site redirects more than ${redirects} times`));
      }
      if (!isSameDomain(hostname, url.hostname)) {
        const why = 'Ad systems follow one redirect to another domain, and none after it';
        return found(unreadable(`${url.host} redirects again. ${why}`));
      }
      url = next;
    }
  } catch (error) {
    if (error instanceof OutsideFault) return found(unreadable(error.message));
    throw error;
  }
}

/** Tells whether one host is the other, or a subdomain of it, such as `www.example.com` of `example.com`. */
function isSameDomain(one: string, other: string): boolean {
  return one === other || other.endsWith(`.${one}`) || one.endsWith(`.${other}`);
}

/** Reads the file in an answer. */
function fileIn({ status, headers, body }: Fetched): Answer {
  if (status === 404 || status === 410) {
    return { state: 'none', trouble: `The site has no app-ads.txt (${status})` };
  }
  if (status < 200 || status > 299) return unreadable(`The site answers with the status ${status}`);
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const { text, isUtf8 } = decode(body);
  if (text.includes('\0')) return unreadable('The file is no text in UTF-8');
  if (text.trimStart().startsWith('<')) {
    return { state: 'none', trouble: 'The site answers with a web page in place of app-ads.txt' };
  }
  const notes = [
    !isUtf8 && 'The file is not in UTF-8: its letters beyond ASCII cannot be read',
    type !== 'text/plain' &&
      `The file is sent ${type ? `as ${shorten(type, 60)}` : 'without a type'}. Some ad systems read only text/plain`,
  ];
  return { state: 'read', text, notes: notes.filter((note) => note !== false), blocked: '' };
}

/** Decodes a file; one that is not in UTF-8 is read as Latin-1, because most of it is ASCII. */
function decode(body: Buffer): { text: string; isUtf8: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(body), isUtf8: true };
  } catch {
    return { text: body.toString('latin1'), isUtf8: false };
  }
}
