import { searchedText } from '../searched-text.ts';
import { withoutInvisible } from '../unicode.ts';
import { idsIn, withoutIds } from './ids-in-text.ts';

/* The texts of a pasted list by which apps are found (ADR 82). */

/** The longest text of a list: the longest list has 50,000 characters, and a table around it some more. */
export const longestText = 200_000;
/** The longest link: the time to read a word grows with the square of its length. */
const longestLink = 500;

/** A package name of Google Play, or a bundle id of Apple, which may also have hyphens. */
const packageName = /^[a-z][\w-]*(?:\.\w[\w-]*)+$/i;
const appID = /^[2-7a-z]{16}$/;
/** The number of an app in Apple's App Store. */
const appleNumber = /^(?:id)?\d{6,12}$/;
const link = /^[a-z]{2,10}:\/\/\S/i;

const separators = /[\s,;|"'`<>()[\]{}]+/;
/** The characters that end a link: a comma may be a part of it. */
const linkEnd = /[\s"'`<>|]+/;

const isIdentifier = (word: string): boolean =>
  packageName.test(word) || appID.test(word) || appleNumber.test(word);

/** Returns the identifiers in a line, and whether it has nothing else. */
function identifiersIn(line: string): { found: string[]; areAll: boolean } {
  const found: string[] = [];
  const words: string[] = [];
  for (const part of line.split(linkEnd).filter(Boolean)) {
    const isLink = part.length <= longestLink && link.test(part) && searchedText(part) !== part;
    if (isLink) found.push(searchedText(part));
    else words.push(part);
  }
  const rest = words.join('\t');
  for (const { is, id } of idsIn(rest)) if (is === 'unit') found.push(id);
  const others = withoutIds(rest).split(separators).filter(Boolean);
  found.push(...others.filter(isIdentifier));
  return { found, areAll: others.every(isIdentifier) };
}

/**
 * Returns the texts of a pasted list, each once; null when the text is no list but one text to search for. A line with
 * identifiers (app IDs, package names, ad units, links to a store) counts by these, every other line as a whole: it may be an
 * app's name. Several on one line are a list only if there is nothing else.
 */
export function termsIn(text: string): string[] | null {
  if (text.length > longestText) return null;
  const lines = withoutInvisible(text)
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => line.trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
  const terms = new Set<string>();
  for (const line of lines) {
    const { found, areAll } = identifiersIn(line);
    if (lines.length === 1 && !areAll) return null;
    const whole = line.replace(/^["'`]+|["'`,;]+$/g, '');
    for (const term of found.length > 0 ? found : [whole]) terms.add(term);
  }
  return terms.size > 1 ? [...terms] : null;
}
