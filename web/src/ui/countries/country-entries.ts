import { nameOfCode } from '@adwarden/contract/country-rule';

/** The part of `contract/countries` that is needed here; its lists of names are loaded on demand. */
export type Countries = Pick<
  typeof import('@adwarden/contract/countries'),
  'parseCountries' | 'codeOfCountry' | 'entriesOf'
>;

/** One entry as typed, with its alpha-2 code and English name, or null if it is no country. */
export type CountryEntry =
  | { entry: string; code: string; name: string }
  | { entry: string; code: null };

/** The most entries that are named while the user types; there are fewer countries. */
const mostNamed = 300;

/** Returns the text without white space (spec, section 5). */
export function stripSpace(text: string): string {
  return text.replace(/\s+/g, '');
}

/** Puts commas into a pasted text whose entries have other separators: a column or a row of a spreadsheet, or a list of codes. */
export function withCommas(text: string): string {
  const lines = text.trim().replace(/\s*[\n\r\t;]+\s*/g, ',');
  return /^!?[A-Za-z]{2,3}( +!?[A-Za-z]{2,3})+$/.test(lines) ? lines.replace(/ +/g, ',') : lines;
}

/** Returns the meaning of each entry of a comma-separated list; a repeated country is named once. */
export function readEntries({ codeOfCountry, entriesOf }: Countries, text: string): CountryEntry[] {
  const entries = entriesOf(text).map(stripSpace).slice(0, mostNamed);
  const seen = new Set<string>();
  return entries.flatMap((entry): CountryEntry[] => {
    const code = codeOfCountry(entry) ?? null;
    if (seen.has(code ?? entry)) return [];
    seen.add(code ?? entry);
    return [code === null ? { entry, code } : { entry, code, name: nameOfCode(code) }];
  });
}

/** Returns the list without a country, in whatever way it is written, or without an entry that is no country. */
export function withoutEntry(
  { codeOfCountry, entriesOf }: Countries,
  text: string,
  { entry, code }: CountryEntry,
): string {
  const isIt = (one: string) => one === entry || (code !== null && codeOfCountry(one) === code);
  return entriesOf(text)
    .filter((one) => !isIt(one))
    .join(',');
}

/** Returns the flag of an alpha-2 code, as its two regional indicators (UTS #51). */
export const flagOf = (code: string): string =>
  String.fromCodePoint(...[...code].map((letter) => letter.charCodeAt(0) - 0x41 + 0x1f1e6));
