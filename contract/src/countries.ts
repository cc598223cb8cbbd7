import names from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { allExcept, alphaCodes } from './country-codes.ts';
import { otherNames } from './country-other-names.ts';
import { type CountryRule, exceptSign } from './country-rule.ts';
import { editDistance } from './edit-distance.ts';
import { limits } from './limits.ts';
import { shorten } from './shorten.ts';
import { inNormalForm } from './unicode.ts';

/**
 * A valid list of countries: its text without white space, the rule that it says, and the alpha-2 codes of all countries
 * where ads are shown by it.
 */
export type Countries = { ok: true; country: string; rule: CountryRule; countryCodes: string[] };
/** The reason why a list is refused, the entry at fault, and the most similar country; `entry` is '' for an empty list. */
export type RefusedCountries = {
  ok: false;
  entry: string;
  message: string;
  nearest: string | null;
};

/** Maximum length of an entry for which a similar name is searched, and of an entry in a message. */
const longestEntry = 60;
/** The most countries that a search by a part of their names finds. */
const mostNamed = 20;
/** The maximum length of a country's name before NFC, when each letter is decomposed. */
const longestCountry = longestEntry * limits.mostUnitsPerCharacter;

/** Letters with the signs that names have between them: "Côted'Ivoire", "Guinea-Bissau", "St.Lucia", "Antigua&Barbuda". */
const likeName = /^[\p{L}\p{M}]+([.'’‘ʼ‐‑&()-]{1,2}[\p{L}\p{M}]+)*[.)]{0,2}$/u;
/** Letters with the signs that codes have: "US", "U.S.". */
const likeCode = /^[\p{L}.]+$/u;
const longestCode = 3;

/** Returns the text for comparisons: letters and digits, without accents, case, spaces and punctuation. */
function keyOf(text: string): string {
  return inNormalForm(text, 'NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Parts of names that are written in several ways. */
const writtenParts: [RegExp, string[]][] = [
  [/\b(?:St\.?|Saint) /, ['St ', 'Saint ']],
  [/ (?:and|&) (?:the )?/, [' & ', ' and ', ' & the ', ' and the ']],
];

/**
 * Returns the spellings of a name: as it is, without its brackets, "Republic of Korea" for "Korea, Republic of", "St" for
 * "Saint".
 */
function spellingsOf(name: string): string[] {
  const names = [name, name.replace(/ \(.*\)/, ''), name.replace(/^(.*), (.* of)$/, '$2 $1')];
  return writtenParts.reduce(
    (all, [part, ways]) =>
      all.flatMap((one) =>
        part.test(one) ? [one, ...ways.map((way) => one.replace(part, way))] : [one],
      ),
    names,
  );
}

/** Reads the alpha-2 code of each code and English name, and the spelling of each name, by their keys. */
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
      if (!spelling.includes(',') && !written.has(key)) written.set(key, spelling);
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
  for (const [code, others] of Object.entries(otherNames)) {
    for (const other of others) addName(other, code);
  }
  return { codes, written };
}

const { codes, written } = readCountries();

/** Returns the key of a name without its article and its form of state: "the Gambia", "Federal Republic of Germany". */
const withoutForm = (key: string): string =>
  key.replace(/^(?:the)?(?:(?:federal|federative)?(?:republic|kingdom)of(?:the)?)?(?=.{4})/, '');

/**
 * Returns the alpha-2 code of an entry. A sign that neither names nor codes have at this place may mean something, as in "!RU":
 * it is not dropped, and such an entry is no country.
 */
export function codeOfCountry(entry: string): string | undefined {
  if (entry.length > longestCountry) return undefined;
  const key = keyOf(entry);
  const like = key.length <= longestCode ? likeCode : likeName;
  if (!like.test(entry)) return undefined;
  const turned = entry.replace(/^(.+)\((.+)\)$/, '$2$1');
  return codes.get(key) ?? codes.get(withoutForm(key)) ?? codes.get(withoutForm(keyOf(turned)));
}

/** Returns the name of these keys; null when they are of several countries, or of none. */
function onlyName(keys: string[]): string | null {
  const [key = '', ...more] = keys;
  return more.every((one) => codes.get(one) === codes.get(key)) ? (written.get(key) ?? null) : null;
}

/** Returns the names with the fewest slips, of those that begin with the same letter: a first letter is seldom mistyped. */
function closeNames(key: string): string[] {
  let close: string[] = [];
  let most = Math.floor(key.length / 3);
  for (const name of written.keys()) {
    if (name[0] !== key[0]) continue;
    const edits = editDistance(key, name, most);
    if (edits > most) continue;
    close = edits < most ? [name] : [...close, name];
    most = edits;
  }
  return close;
}

/** Tells whether a text contains the name of another country: "French Guinea" does not mean French Guiana. */
function meansAnother(key: string, proposed: string): boolean {
  const code = codes.get(keyOf(proposed));
  return [...written.keys()].some(
    (name) =>
      name.length > longestCode &&
      key.includes(name) &&
      codes.get(name) !== code &&
      !keyOf(proposed).includes(name),
  );
}

/**
 * Returns the name that was probably meant: the one that is close, or the one that begins with the entry. Null when there may be
 * several, or another one, and for entries of less than four letters.
 */
function nearestName(entry: string): string | null {
  const key = entry.length > longestCountry ? '' : keyOf(entry);
  if (key.length < 4 || key.length > longestEntry) return null;
  const close = closeNames(key);
  const nearest = onlyName(
    close.length > 0 ? close : [...written.keys()].filter((name) => name.startsWith(key)),
  );
  return nearest === null || meansAnother(key, nearest) ? null : nearest;
}

const signOf = (text: string) => (text.startsWith(exceptSign) ? exceptSign : '');

const refused = (
  entry: string,
  message: string,
  nearest: string | null = null,
): RefusedCountries => ({ ok: false, entry, message, nearest });

const withoutSpace = (text: string) => text.replace(/\s+/g, '');

/** Returns the parts of a text if each is a country and there are several, else null. */
function countriesIn(parts: readonly string[]): string[] | null {
  const names = parts.map(withoutSpace).filter((part) => part !== '');
  // "no RU" and "Russia no" are hardly Norway and Russia.
  if (names.length === 2 && names.some((name) => /^no$/i.test(name))) return null;
  return names.length > 1 && names.every((name) => codeOfCountry(name) !== undefined)
    ? names
    : null;
}

/** A short word of English before a name, such as "in Germany" or "no Russia": the word is not the country with this code. */
const wordBeforeName = /^(?:in|is|no|so|to)\s+\p{L}{4}/iu;

/** Splits a text into the two names that it consists of. */
function twoNames(text: string): string[] | null {
  for (let end = longestCode + 1; end < text.length - longestCode; end += 1) {
    const found = countriesIn([text.slice(0, end), text.slice(end)]);
    if (found) return found;
  }
  return null;
}

/**
 * Reads an entry in which a comma is missing: "IN US", "in;us", "GermanyFrance". Returns its countries; null when the entry is
 * something else.
 */
function unseparated(entry: string): string[] | null {
  if (entry.length > longestCountry || wordBeforeName.test(entry)) return null;
  return (
    countriesIn(entry.split(/[;|/\n\r\t、，]|\s(?:and|&)\s/)) ??
    countriesIn(entry.split(/[\s;|/]/)) ??
    twoNames(withoutSpace(entry))
  );
}

/** Splits an entry into codes of the same length: "INUS"; null for another entry. */
function joinedCodes(entry: string): string[] | null {
  if (entry.length > longestEntry || !/^[a-z]+$/i.test(entry)) return null;
  for (const length of [2, longestCode]) {
    const pieces = entry.match(new RegExp(`.{1,${length}}`, 'g')) ?? [];
    const found = pieces.at(-1)?.length === length ? countriesIn(pieces) : null;
    if (found) return found;
  }
  return null;
}

/** Signs at an end of an entry by which people mean "not". */
const notSigns = /^[!！¡\p{Pd}−~^¬≠×]+|[!！\p{Pd}−~^¬≠×]+$/gu;
/** A word by which people mean "not", beside other words. */
const notWord = /^(?:no|not)\s|\s(?:no|not)$/iu;

/**
 * Refuses an entry that may mean "not", with a sign that is not ours. The country without the sign is not proposed: it would be
 * the reverse. Null for an entry without such a sign.
 */
function withOtherSign(entry: string): RefusedCountries | null {
  const name = entry.slice(signOf(entry).length);
  const bare = name.length > longestCountry ? name : name.replace(notSigns, '');
  if (bare === name) return null;
  const isKnown = codeOfCountry(bare) !== undefined;
  const hint = isKnown ? ` For everywhere except ${bare}, write ${exceptSign}${bare}` : '';
  return refused(entry, `Unknown country: ${shorten(entry, longestEntry)}.${hint}`);
}

/** Refuses an entry that is no country; `typed` is the typed text. */
function unknown(typed: string): RefusedCountries {
  const entry = withoutSpace(typed);
  const signed = withOtherSign(entry);
  if (signed) return signed;
  const sign = signOf(entry);
  const name = entry.slice(sign.length);
  const similar = notWord.test(typed.trim()) ? null : nearestName(name);
  const unsigned = sign === '' ? typed.trim() : typed.trim().replace(/(^|[;|/\s、，])!/g, '$1');
  const several = unseparated(unsigned) ?? (similar === null ? joinedCodes(name) : null);
  if (several) {
    const list = several.map((one) => sign + one).join(',');
    const shown = shorten(typed.trim().replace(/\s+/g, ' '), longestEntry);
    return refused(entry, `A comma is missing in ${shown}: write ${list}`, list);
  }
  const nearest = similar === null ? null : sign + similar;
  const proposal = nearest === null ? '' : ` Did you mean ${nearest}?`;
  return refused(entry, `Unknown country: ${shorten(entry, longestEntry)}.${proposal}`, nearest);
}

/** Short words that may stand behind the comma of a name: "Gambia, The", "Virgin Islands, U.S.". */
const shortQualifiers = ['the', 'us'];

/** Returns a name with a comma, such as "Korea, Republic of", without it: "RepublicofKorea"; null when these are no such name. */
function nameWithComma(first: string, second: string): string | null {
  if (first.length + second.length > longestCountry) return null;
  const [one, other] = [keyOf(first), keyOf(second)];
  // "NI,GER" is not Niger.
  const isQualifier = other.length > longestCode || shortQualifiers.includes(other);
  if (one.length <= longestCode || !isQualifier) return null;
  if (codes.has(one) && codes.has(other)) return null;
  const names = [`${second}${first}`, `${first}${second}`];
  return names.find((name) => codeOfCountry(name) !== undefined) ?? null;
}

/**
 * Returns the entries of a comma-separated list as they were typed, without empty ones; a name with a comma in it is one entry.
 */
export function entriesOf(text: string): string[] {
  const entries: string[] = [];
  for (const typed of text.split(',')) {
    const entry = withoutSpace(typed);
    if (entry === '') continue;
    const last = withoutSpace(entries.at(-1) ?? '');
    const sign = signOf(last);
    const second = sign !== '' && signOf(entry) === sign ? entry.slice(sign.length) : entry;
    const whole = nameWithComma(last.slice(sign.length), second);
    if (whole === null) entries.push(typed);
    else entries[entries.length - 1] = sign + whole;
  }
  return entries;
}

/**
 * Reads a comma-separated list of countries: alpha-2 and alpha-3 codes and English names, compared without
 * spaces, case, accents and the signs that names have (ADR 28 "Countries", 86). With `!` before every entry it means all
 * countries but these (ADR 75). Empty entries are dropped.
 */
export function parseCountries(text: string): Countries | RefusedCountries {
  const typed = entriesOf(text);
  const entries = typed.map(withoutSpace);
  const [first] = entries;
  if (first === undefined) return refused('', 'Please Enter Country Name');
  const sign = signOf(first);
  const codes = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const own = signOf(entry);
    const code = codeOfCountry(entry.slice(own.length));
    if (code === undefined) return unknown(typed[index] ?? entry);
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
 * Returns the alpha-2 codes of the countries where ads are shown by a stored configuration; none without one. For "everywhere
 * but these" they are worked out now: the stored codes are for nodes of older releases (ADR 75). If they have a country that the
 * text excepts, such a node has saved them, and they count.
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

/** Finds the alpha-2 codes of the countries that have this text in a name, as in a search; at most 20. */
export function codesNamed(text: string): string[] {
  const key = keyOf(text);
  if (key.length <= longestCode) return [];
  const found = [...codes].filter(([name]) => name.length > longestCode && name.includes(key));
  return [...new Set(found.map(([, code]) => code))].slice(0, mostNamed);
}
