import names from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { allExcept, alphaCodes } from './country-codes.ts';
import { type CountryRule, exceptSign } from './country-rule.ts';
import { limits } from './limits.ts';
import { shorten } from './shorten.ts';
import { inNormalForm } from './unicode.ts';

/**
 * A valid list of countries: its text without white space, the rule that it says, and the alpha-2 codes of all countries
 * where ads are shown by it.
 */
export type Countries = { ok: true; country: string; rule: CountryRule; countryCodes: string[] };
/** Why a list is refused, the entry at fault, and the most similar country; `entry` is '' for an empty list. */
export type RefusedCountries = {
  ok: false;
  entry: string;
  message: string;
  nearest: string | null;
};

/** Maximum length of an entry for which a similar name is searched, and of an entry in a message. */
const longestEntry = 60;
/** How many countries a search by a part of their names finds. */
const mostNamed = 20;
/** The maximum length of a country's name before NFC, when each letter is decomposed. */
const longestCountry = longestEntry * limits.mostUnitsPerCharacter;

/** Letters with the signs that names have between them: "Côted'Ivoire", "Guinea-Bissau", "St.Lucia", "Antigua&Barbuda". */
const likeName = /^[\p{L}\p{M}]+([.'’‘ʼ‐‑&()-]{1,2}[\p{L}\p{M}]+)*[.)]?$/u;
/** Letters with the signs that codes have: "US", "U.S.". */
const likeCode = /^[\p{L}.]+$/u;
const longestCode = 3;

/** The text for comparisons: letters and digits, without accents, case, spaces and punctuation. */
function keyOf(text: string): string {
  return inNormalForm(text, 'NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The spellings of a name: as it is, without its brackets, and "Republic of Korea" for "Korea, Republic of". */
function spellingsOf(name: string): string[] {
  return [name, name.replace(/ \(.*\)/, ''), name.replace(/^(.*), (.* of)$/, '$2 $1')];
}

/** The alpha-2 code of each code and English name, and the spelling of each name, by their keys. */
function readCountries() {
  const codes = new Map([
    ['uk', 'GB'],
    ['el', 'GR'],
  ]);
  const written = new Map<string, string>();
  // If two countries have the same key, the first one keeps it ("Congo" is CG, as in ISO 3166).
  const add = (text: string, code: string) => {
    const key = keyOf(text);
    if (!codes.has(key)) codes.set(key, code);
    return key;
  };
  const addName = (name: string, code: string) => {
    for (const spelling of spellingsOf(name)) {
      const key = add(spelling, code);
      // A name with a comma cannot be an entry of a list, so it is not proposed.
      if (!spelling.includes(',')) written.set(key, spelling);
    }
  };
  for (const [alpha2, alpha3] of alphaCodes) {
    add(alpha2, alpha2);
    add(alpha3, alpha2);
  }
  const named = Object.entries<string | string[]>(names.countries);
  for (const [code, name] of named) for (const one of [name].flat()) addName(one, code);
  // The package lacks some everyday names, such as Laos and Syria; the runtime's language data has them. The long ones are
  // those that the product shows (`countryNames`).
  for (const style of ['short', 'long'] as const) {
    const everyday = new Intl.DisplayNames('en', { type: 'region', style });
    for (const [code] of named) addName(everyday.of(code) ?? code, code);
  }
  return { codes, written };
}

const { codes, written } = readCountries();

/** The Damerau-Levenshtein distance of two keys; `most` + 1 if it is larger than `most`. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      let edits = Math.min(
        (last[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + same,
      );
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (row > 1 && column > 1 && swapped) edits = Math.min(edits, (before[column - 2] ?? 0) + 1);
      line.push(edits);
    }
    [before, last] = [last, line];
  }
  return Math.min(last[b.length] ?? 0, most + 1);
}

/**
 * The alpha-2 code of an entry. A sign that neither names nor codes have at this place may mean something, as in "!RU": it
 * is not dropped, and such an entry is no country.
 */
export function codeOfCountry(entry: string): string | undefined {
  if (entry.length > longestCountry) return undefined;
  const key = keyOf(entry);
  const like = key.length <= longestCode ? likeCode : likeName;
  return like.test(entry) ? codes.get(key) : undefined;
}

/** The most similar name, or a name that begins with the entry, or null. Entries of less than four letters get null. */
function nearestName(entry: string): string | null {
  const key = entry.length > longestCountry ? '' : keyOf(entry);
  if (key.length < 4 || key.length > longestEntry) return null;
  let nearest: string | null = null;
  let most = Math.floor(key.length / 3);
  for (const [name, spelling] of written) {
    const edits = distance(key, name, most);
    if (edits <= most) {
      nearest = spelling;
      most = edits - 1;
    }
  }
  return (
    nearest ?? written.get([...written.keys()].find((name) => name.startsWith(key)) ?? '') ?? null
  );
}

const signOf = (text: string) => (text.startsWith(exceptSign) ? exceptSign : '');

const refused = (
  entry: string,
  message: string,
  nearest: string | null = null,
): RefusedCountries => ({ ok: false, entry, message, nearest });

/** Refuses an entry that is no country; `sign` is what stood before `name`. */
function unknown(sign: string, name: string): RefusedCountries {
  const similar = nearestName(name);
  const nearest = similar === null ? null : sign + similar;
  const proposal = nearest === null ? '' : ` Did you mean ${nearest}?`;
  const entry = sign + name;
  return refused(entry, `Unknown country: ${shorten(entry, longestEntry)}.${proposal}`, nearest);
}

/**
 * Reads a comma-separated list of countries: alpha-2 and alpha-3 codes and English names, compared without
 * spaces, case, accents and the signs that names have (ADR 28 "Countries"). With `!` before every entry it means all
 * countries but these (ADR 75). Empty entries are dropped.
 */
export function parseCountries(text: string): Countries | RefusedCountries {
  const entries = text
    .replace(/\s+/g, '')
    .split(',')
    .filter((entry) => entry !== '');
  const [first] = entries;
  if (first === undefined) return refused('', 'Please Enter Country Name');
  const sign = signOf(first);
  const codes = new Set<string>();
  for (const entry of entries) {
    const own = signOf(entry);
    const name = entry.slice(own.length);
    const code = codeOfCountry(name);
    if (code === undefined) return unknown(own, name);
    if (own !== sign) return mixed(first, entry);
    codes.add(code);
  }
  const rule = { except: sign !== '', codes: [...codes] };
  const countryCodes = rule.except ? allExcept(rule.codes) : rule.codes;
  if (countryCodes.length === 0) {
    return refused(entries.at(-1) ?? '', 'No country would be left: all countries are excepted');
  }
  return { ok: true, country: entries.join(','), rule, countryCodes };
}

function mixed(...entries: string[]): RefusedCountries {
  const [first, other] = entries.map((entry) => shorten(entry, longestEntry));
  const message = `${first} and ${other} in one list: write ! before every country (everywhere but these), or before none`;
  return refused(entries[1] ?? '', message);
}

/**
 * Where ads are shown by a stored configuration, as alpha-2 codes; none without one. For "everywhere but these" that is
 * worked out now: the stored codes are for nodes of older releases (ADR 75). If they have a country that the text excepts, such
 * a node has saved them, and they count.
 */
export function codesNow({ country, countryCodes }: StoredCountries): string[] {
  if (country === null || countryCodes === null) return [];
  const read = country.startsWith(exceptSign) ? parseCountries(country) : null;
  if (read?.ok && !read.rule.codes.some((code) => countryCodes.includes(code))) {
    return read.countryCodes;
  }
  return countryCodes.split(',').filter(Boolean);
}

/** The two columns of a configuration, null without one. */
type StoredCountries = { country: string | null; countryCodes: string | null };

/** The alpha-2 codes of the countries that have this text in a name, as in a search; at most 20. */
export function codesNamed(text: string): string[] {
  const key = keyOf(text);
  if (key.length <= longestCode) return [];
  const found = [...codes].filter(([name]) => name.length > longestCode && name.includes(key));
  return [...new Set(found.map(([, code]) => code))].slice(0, mostNamed);
}
