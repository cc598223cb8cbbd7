import { allowsCrawler } from '@adwarden/contract/app-ads/robots';
import { limits } from '@adwarden/contract/limits';
import type { FetchOutside } from '../../kit/outside/fetch-outside.ts';
import { OutsideFault } from '../../kit/outside/outside-fault.ts';
import { addressIn, isRedirect } from '../../kit/outside/redirects.ts';

const { seconds, robotsBytes, redirects } = limits.appAds;
/** The headers of this server's requests to a site. */
export const crawlerHeaders = { 'user-agent': 'Adwarden', 'accept-encoding': 'gzip, br' };
/** The name of Google's crawler of app-ads.txt in robots.txt. */
const crawler = 'Google-adstxt';

/** The robots.txt of a site, or why it is not known. */
type Robots = { text: string } | { trouble: string };

/**
 * Says what keeps Google's crawler from these addresses, which it requests one after the other; '' when nothing does. Each site's
 * robots.txt is fetched once, all at the same time.
 */
export async function crawlerTrouble(addresses: URL[], fetch: FetchOutside): Promise<string> {
  const signal = AbortSignal.timeout(seconds * 1000);
  const byOrigin = Map.groupBy(addresses, ({ origin }) => origin);
  const found = await Promise.all(
    [...byOrigin].map(async ([origin, urls]) => {
      const robots = await robotsOf(new URL('/robots.txt', origin), fetch, signal);
      return urls.map((url) => troubleOf(url, robots));
    }),
  );
  return found.flat().find((trouble) => trouble !== '') ?? '';
}

function troubleOf({ host, pathname, search }: URL, robots: Robots): string {
  if ('trouble' in robots) {
    return `Google’s crawler stays away from ${host}, because robots.txt cannot be read: ${robots.trouble}`;
  }
  return allowsCrawler(robots.text, crawler, pathname + search)
    ? ''
    : `robots.txt of ${host} keeps Google’s crawler (${crawler}) from this file`;
}

/**
 * Fetches the robots.txt of a site (RFC 9309, section 2.3.1). Redirects are followed to any host. A missing file (4xx, or too
 * many redirects) forbids nothing; an unreachable one forbids everything.
 */
async function robotsOf(url: URL, fetch: FetchOutside, signal: AbortSignal): Promise<Robots> {
  let at = url;
  try {
    for (let asked = 0; asked <= redirects; asked += 1) {
      const answer = await fetch(at, {
        signal,
        bytes: robotsBytes,
        isCut: true,
        headers: crawlerHeaders,
      });
      const { status, body } = answer;
      if (status >= 200 && status <= 299) return { text: body.toString() };
      if (!isRedirect(answer)) {
        const isMissing = status >= 400 && status <= 499;
        return isMissing ? { text: '' } : { trouble: `it answers with the status ${status}` };
      }
      const next = addressIn(answer, at);
      if (!next) return { text: '' };
      at = next;
    }
    return { text: '' };
  } catch (error) {
    if (error instanceof OutsideFault) return { trouble: error.message };
    throw error;
  }
}
