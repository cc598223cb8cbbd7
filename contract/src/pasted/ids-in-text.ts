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

/** The text with a blank in the place of each id. */
export const withoutIds = (text: string): string => text.replace(anyId, ' ');

/** All ids of ad networks in a text, in their order. AdMob's are whole again, however they were written. */
export function idsIn(text: string): IdInText[] {
  return [...text.matchAll(anyId)].map(({ 0: found, index, groups = {} }) => {
    const { publisher, between, number } = groups;
    const isApp = between === '~';
    const id = publisher ? `ca-app-pub-${publisher}${isApp ? '~' : '/'}${number}` : found;
    return { is: isApp ? 'app' : 'unit', id, from: index, to: index + found.length };
  });
}

/** Whether a pasted text is more than one id: then it is read as a list, and not put into the field. */
export function isListOfIds(text: string): boolean {
  const plain = withoutInvisible(text).trim();
  const ids = idsIn(plain);
  const units = new Set(ids.filter(({ is }) => is === 'unit').map(({ id }) => id));
  return units.size > 0 && (new Set(ids.map(({ id }) => id)).size > 1 || /[\n\t]/.test(plain));
}
