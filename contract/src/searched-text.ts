import { inNormalForm } from './unicode.ts';

/*
 * What a search of apps looks for. People paste what they have at hand: an ad unit with or without `ca-app-pub-`, from
 * code or from a report, the address of an app in the store, or the ads URL of an app.
 */

/** Addresses that name an app or an account: how they end before the `?`, and the parameter with the name. */
const addresses: readonly [place: RegExp, parameter: string][] = [
  [/\/api\/getAds\/?$/i, 'appID'],
  [/(?:\/store\/apps|^market:\/)\/details\/?$/i, 'id'],
  // The page of an account.
  [/\/store\/apps\/(?:dev|developer)\/?$/i, 'id'],
];

/** The two numbers of an AdMob ad unit; the slash may be percent-encoded. */
const adUnit = /(?<!\d)(\d{16})\s*(?:\/|%2f)\s*(\d{10})(?!\d)/i;
/** An ad unit in an address of AdMob's own pages, which has the second number only. */
const adUnitPage = /\/adunits\/(\d{10})(?!\d)/i;

/** The text that a search of apps means; most texts mean themselves. */
export function searchedText(search: string): string {
  const [, publisher, number] = adUnit.exec(search) ?? [];
  if (publisher) return `${publisher}/${number}`;
  return namedByAddress(search) ?? adUnitPage.exec(search)?.[1] ?? search;
}

function namedByAddress(search: string): string | null {
  const address = /([^\s"'<>?]+)\?([^\s"'<>#]+)/.exec(search);
  const [, place = '', query = ''] = address ?? [];
  const parameter = addresses.find(([end]) => end.test(place))?.[1];
  if (!parameter) return null;
  for (const pair of query.split('&')) {
    // In HTML, an ampersand is `&amp;`.
    const [, name, value = ''] = /^(?:amp;)?(\w+)=(.*)$/.exec(pair) ?? [];
    if (name?.toLowerCase() === parameter.toLowerCase()) return decoded(value) || null;
  }
  return null;
}

/** The text of a parameter, without control characters: a database may refuse them. */
function decoded(value: string): string {
  const spaced = value.replaceAll('+', ' ');
  let text = spaced;
  try {
    text = decodeURIComponent(spaced);
  } catch {
    // An address that was cut within an encoded character.
  }
  return inNormalForm(text)
    .replace(/\p{Cc}/gu, '')
    .trim();
}
