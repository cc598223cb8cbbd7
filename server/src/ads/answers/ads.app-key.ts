/**
 * An app ID as three numbers: its 16 base32 characters (kit/ids) are 80 random bits, split into 30, 30 and 20
 * in the order of the text. A look-up in a table of numbers reads no string.
 */
export type AppKey = { readonly one: number; readonly two: number; readonly three: number };

const length = 16;

/** Returns the bits of some characters; negative when one of them is not base32. */
function bitsOf(appID: string, from: number, to: number): number {
  let bits = 0;
  for (let index = from; index < to; index += 1) {
    const code = appID.charCodeAt(index);
    const digit = code >= 97 ? code - 91 : code <= 55 ? code - 50 : -1;
    if (digit < 0 || digit > 31) return -1;
    bits = (bits << 5) | digit;
  }
  return bits;
}

/** Returns the key of an app ID; null for a text that is not an app ID. */
export function appKey(appID: string): AppKey | null {
  if (appID.length !== length) return null;
  const one = bitsOf(appID, 0, 6);
  const two = bitsOf(appID, 6, 12);
  const three = bitsOf(appID, 12, 16);
  return one < 0 || two < 0 || three < 0 ? null : { one, two, three };
}

/** Returns the character code of five bits. */
function codeAt(bits: number, shift: number): number {
  const digit = (bits >>> shift) & 31;
  return digit < 6 ? digit + 50 : digit + 91;
}

/** Returns the four characters of 20 bits. */
const fourOf = (bits: number): string =>
  String.fromCharCode(codeAt(bits, 15), codeAt(bits, 10), codeAt(bits, 5), codeAt(bits, 0));

/** Returns the app ID of a key. */
export const appIDOf = ({ one, two, three }: AppKey): string =>
  fourOf(one >>> 10) + fourOf(((one & 1023) << 10) | (two >>> 20)) + fourOf(two) + fourOf(three);
