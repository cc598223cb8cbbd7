import { inNormalForm } from './unicode.ts';

/*
 * The text that a search of apps looks for. People paste anything at hand: an ad unit with or without `ca-app-pub-`, from code
 * or from a report, the address of an app in the store, or the ads URL of an app.
 */

/** Addresses that name an app or an account: their end before the `?`, and the parameter with the name. */
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

/** Returns the text that a search of apps means; most texts mean themselves. */
export function searchedText(search: string): string {
  const [, publisher, number] = adUnit.exec(search) ?? [];
  if (publisher) return `${publisher}/${number}`;
  return (
    namedByAddress(search) ?? applePage.exec(search)?.[1] ?? adUnitPage.exec(search)?.[1] ?? search
  );
}

/** A page of Apple's store: the number of the app is in the path. */
const applePage =
  /(?:apps|itunes)\.apple\.com\/(?![^\s?#]{0,300}developer\/)(?:[^\s?#]{0,300}\/)?id(\d{6,12})(?!\d)/i;

/** The app that a store's link names: a package of Google Play, or the number of an app in Apple's App Store. */
export type StoreLink = { store: 'Google Play' | 'the App Store'; app: string };

/** Returns the app that a link to its page in a store names; null for every other text. */
export function appInLink(text: string): StoreLink | null {
  const link = text.trim();
  if (/\s/.test(link)) return null;
  const number = applePage.exec(link)?.[1];
  if (number) return { store: 'the App Store', app: number };
  const app = /\/details\/?\?/i.test(link) && !/\/api\/getAds/i.test(link) && namedByAddress(link);
  return app ? { store: 'Google Play', app } : null;
}

/** Returns a package name as it is stored: that of a store's link when it is one. */
export const packageOf = (text: string): string => appInLink(text)?.app ?? text;

function namedByAddress(search: string): string | null {
  const address = /([^\s"'<>?]+)\?([^\s"'<>#]+)/.exec(search);
  const [, place = '', query = ''] = address ?? [];
  const parameter = addresses.find(([end]) => end.test(place))?.[1];
  if (!parameter) return null;
  for (const pair of query.split('&')) {
    // An ampersand in HTML is `&amp;`.
    const [, name, value = ''] = /^(?:amp;)?(\w+)=(.*)$/.exec(pair) ?? [];
    if (name?.toLowerCase() === parameter.toLowerCase()) return decoded(value) || null;
  }
  return null;
}

/** Decodes the text of a parameter, without control characters: a database may refuse them. */
function decoded(value: string): string {
  const spaced = value.replaceAll('+', ' ');
  let text = spaced;
  try {
    text = decodeURIComponent(spaced);
  } catch {
    // The address was cut within an encoded character.
  }
  return inNormalForm(text)
    .replace(/\p{Cc}/gu, '')
    .trim();
}
