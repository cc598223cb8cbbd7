/** A rule about the countries that get ads: only these, or all except these. `codes` are alpha-2, each once. */
export type CountryRule = { except: boolean; codes: string[] };

/** The sign before each country of a list that means "everywhere except in these": `!RU,!CN` (ADR 75). */
export const exceptSign = '!';

/** Writes a rule as the text that is stored and sent: `IN,DE`, or `!RU,!CN` for everywhere except these. */
export const ruleAsText = ({ except, codes }: CountryRule): string =>
  codes.map((code) => (except ? exceptSign + code : code)).join(',');

const everyday = new Intl.DisplayNames('en', { type: 'region' });
const list = new Intl.ListFormat('en');

/** Returns the everyday English name of an alpha-2 code: 'Germany'; the code itself where there is none. */
export function nameOfCode(code: string): string {
  try {
    return everyday.of(code) ?? code;
  } catch {
    return code;
  }
}

/**
 * Returns the countries that a list names, and whether they are exceptions. Names are as they were typed, without spaces; with
 * `shown`, the codes of the countries where ads are shown, they are those of the codes.
 */
export function namesIn(
  text: string,
  shown: readonly string[] = [],
): { except: boolean; names: string[] } {
  const except = text.startsWith(exceptSign);
  if (!except && shown.length > 0) return { except, names: shown.map(nameOfCode) };
  const names = text.split(',').map((entry) => {
    const typed = except ? entry.slice(exceptSign.length) : entry;
    return /^[a-z]{2}$/i.test(typed) ? nameOfCode(typed.toUpperCase()) : typed;
  });
  return { except, names: [...new Set(names)] };
}

/** Says the countries of a configuration in words: 'Everywhere except Russia and China', 'Only in India', 'Everywhere' for ''. */
export function countriesInWords(text: string, shown?: readonly string[]): string {
  if (text === '') return 'Everywhere';
  const { except, names } = namesIn(text, shown);
  return `${except ? 'Everywhere except' : 'Only in'} ${list.format(names)}`;
}
