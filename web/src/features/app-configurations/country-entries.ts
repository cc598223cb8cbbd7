/** The part of `contract/countries` that is needed here; its lists of names are loaded on demand. */
export type Countries = Pick<
  typeof import('@adwarden/contract/countries'),
  'parseCountries' | 'unknownCountryMessage'
>;

/** One entry as typed, with its alpha-2 code and English name, or null when it is no country. */
export type CountryEntry =
  | { entry: string; code: string; name: string }
  | { entry: string; code: null };

/** Maximum number of entries that are named while the user types; there are fewer countries. */
const named = 300;

const names = new Intl.DisplayNames('en', { type: 'region' });

/** The text without white space (spec, section 5). */
export function stripSpace(text: string): string {
  return text.replace(/\s+/g, '');
}

/** What each entry of a comma-separated list means; a country that is there twice is named once. */
export function readEntries({ parseCountries }: Countries, text: string): CountryEntry[] {
  const entries = stripSpace(text)
    .split(',')
    .filter((entry) => entry !== '')
    .slice(0, named);
  const seen = new Set<string>();
  return entries.flatMap((entry): CountryEntry[] => {
    const parsed = parseCountries(entry);
    const code = parsed.ok ? (parsed.countryCodes[0] ?? null) : null;
    if (seen.has(code ?? entry)) return [];
    seen.add(code ?? entry);
    return [code === null ? { entry, code } : { entry, code, name: names.of(code) ?? code }];
  });
}

/** Why the list is refused, by the first entry that is no country; null when it is good or still empty. */
export function refusalOf(countries: Countries, text: string): string | null {
  const parsed = countries.parseCountries(text);
  return parsed.ok || parsed.entry === '' ? null : countries.unknownCountryMessage(parsed);
}
