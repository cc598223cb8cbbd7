import { readFileSync } from 'node:fs';

export type HeaderValue = {
  header: 'Cache-Control' | 'Retry-After' | 'Date' | 'ETag';
  /** Each is a line of its own. */
  lines: string[];
  /** Seconds, a time in ISO 8601, or a tag; null when the header says nothing. */
  means: string | null;
};

const page = readFileSync(new URL('../../docs/client-protocol.md', import.meta.url), 'utf8');
const section = page.slice(page.indexOf('## Header values'));

/** The `Date` of the answers that the table speaks of. */
export const serverDate = 'Sun, 06 Nov 2033 08:47:37 GMT';

/** The table of the protocol page: the suite tests each client with it. */
export const headerValues: HeaderValue[] = [
  ...section.matchAll(/^\| `(Cache-Control|Retry-After|Date|ETag)` \| (.+) \| (.+) \|$/gm),
].map(([, header, values = '', means = '']) => ({
  header: header as HeaderValue['header'],
  lines: [...values.matchAll(/`([^`]*)`/g)].map(([, line = '']) => line),
  means: means === 'nothing' ? null : means.replace(/^`(.*)`$/, '$1').replace(/ s$/, ''),
}));
