import { withoutInvisible } from '../unicode.ts';

/** An id in a text: where it begins and ends, and as the network writes it. `app` is AdMob's id of a whole app. */
export type IdInText = { is: 'unit' | 'app'; id: string; from: number; to: number };

/** The forms of ids that can be told from other text. Each has one group that the others do not have. */
const admob =
  /(?:(?:ca\p{Pd})?(?:app\p{Pd})?pub\p{Pd})?(?<!\d)(?<publisher>\d{16})[ \t]{0,2}(?<between>\/|\\\/|%2f|~)[ \t]{0,2}(?<number>\d{10})(?!\d)/u;
/** AppLovin: 16 hexadecimal digits. One of digits only, or of letters only, may be something else. */
const appLovin =
  /(?<![\p{L}\d_\-.])(?<hex>(?=[a-f]{0,15}\d)(?=\d{0,15}[a-f])[\da-f]{16})(?![\p{L}\d_\-.])/u;
/** Ad Manager: the network's number, then the path of the ad unit. */
const adManager =
  /(?<![\p{L}\d_\-./:])(?<path>\/\d{4,12}(?:,\d{1,12})?(?:\/[\p{L}\d_\-.]{1,100}){1,5})/u;
/** Meta: the numbers of app and placement. */
const meta = /(?<![\p{L}\d_-])(?<placement>\d{13,18}_\d{13,18})(?![\p{L}\d_-])/u;
const anyId = new RegExp(
  [admob, appLovin, adManager, meta].map(({ source }) => source).join('|'),
  'giu',
);

/** Returns the text with a blank in the place of each id. */
export const withoutIds = (text: string): string => text.replace(anyId, ' ');

/**
 * Yields the ids of ad networks in a text, one after the other: a caller that needs only the first ones does not read the rest.
 */
export function* eachIdIn(text: string): Generator<IdInText> {
  for (const { 0: found, index, groups = {} } of text.matchAll(anyId)) {
    const { publisher, between, number } = groups;
    const isApp = between === '~';
    const id = publisher ? `ca-app-pub-${publisher}${isApp ? '~' : '/'}${number}` : found;
    yield { is: isApp ? 'app' : 'unit', id, from: index, to: index + found.length };
  }
}

/** Returns all ids of ad networks in a text, in their order. AdMob's are whole again, however they were written. */
export const idsIn = (text: string): IdInText[] => [...eachIdIn(text)];

/** Tells whether a text has an ad unit. */
export function hasUnit(text: string): boolean {
  for (const { is } of eachIdIn(text)) if (is === 'unit') return true;
  return false;
}

/** Tells whether a pasted text is more than one id: then it is read as a list, and not put into the field. */
export function isListOfIds(text: string): boolean {
  const plain = withoutInvisible(text).trim();
  const isSpread = /[\n\t]/.test(plain);
  const ids = new Set<string>();
  let isOfUnits = false;
  for (const { is, id } of eachIdIn(plain)) {
    ids.add(id);
    isOfUnits ||= is === 'unit';
    if (isOfUnits && (isSpread || ids.size > 1)) return true;
  }
  return false;
}
