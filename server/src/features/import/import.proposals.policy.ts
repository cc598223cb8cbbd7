import { parseCountries } from '@adwarden/contract/countries';
import { countryNames } from '@adwarden/contract/country-codes';
import { exceptSign, nameOfCode } from '@adwarden/contract/country-rule';
import type { WrittenField } from '@adwarden/contract/spreadsheets/imports';
import { isChoice, meaningOfWord } from '@adwarden/contract/spreadsheets/words';
import { inNormalForm } from '@adwarden/contract/unicode';
import type { Categories } from './import.categories.policy.ts';
import type { Owners } from './import.owners.service.ts';
import type { Proposal } from './import.table.ts';

/*
 * Proposals for values that are not known. A person must accept each of them. Words of a sure meaning are read without a
 * proposal (`import.values.policy`).
 */

/** Returns the value that an unknown text of a field seems to mean. */
export function proposalFor(
  field: WrittenField,
  text: string,
  { categories, owners }: { categories: Categories; owners: Pick<Owners, 'closeTo'> },
): Proposal {
  if (field === 'selectedUser') return owners.closeTo(text);
  if (field === 'category') return categories.nearest(text);
  if (field === 'country') return countriesLike(text);
  return isChoice(field) ? (meaningOfWord(field, text)?.value ?? null) : null;
}

/** "All except Pakistan and China", also in languages that publishers write. */
const exceptions =
  /^(?:(?:all|every|everywhere|worldwide|global|globally|alle|weltweit|überall|tous|todos)(?:\s[\p{L} ]*)?)?\b(?:except(?:ing)?|excluding|without|but|außer|ausser|ohne|sauf|excepto|exceto|salvo|tranne)\s+(?:for\s+|in\s+|not\s+)*(?<list>\S.*)$/isu;

/**
 * Proposes a list of countries: commas between entries, names of other languages in English, the most similar name in place of
 * each unknown one, and `!` before every country for "all except"; else null.
 */
function countriesLike(text: string): string | null {
  const list = text.trim().replace(/\s*[;|/\n]+\s*/g, ',');
  const excepted = exceptions.exec(list)?.groups?.list;
  const countries = knownCountries(excepted ?? list);
  if (countries === null || excepted === undefined) return countries;
  const signed = countries.split(',').map((country) => exceptSign + country);
  const read = parseCountries(signed.join(','));
  return read.ok ? read.country : null;
}

function knownCountries(list: string): string | null {
  const whole = parseCountries(list);
  if (whole.ok) return whole.country;
  const entries = list
    .split(',')
    .filter((entry) => entry.trim() !== '')
    // "Bosnia and Herzegovina" is one country, and "India and Nepal" are two.
    .flatMap((entry) =>
      parseCountries(entry).ok ? [entry] : entry.split(/\s(?:and|und|et|y|e)\s|&/i),
    );
  const meant = entries.slice(0, mostCountries).map(countryLike);
  const read = meant.includes(null) ? null : parseCountries(meant.join(','));
  return read?.ok ? read.country : null;
}

/** The most entries of a list: there are fewer countries. */
const mostCountries = 300;

function countryLike(entry: string): string | null {
  const read = parseCountries(entry);
  if (read.ok) return read.country;
  const code = localNames().get(localKey(entry));
  return code === undefined ? read.nearest : nameOfCode(code);
}

const languages =
  'de fr es pt it nl pl sv da nb fi cs hu ro tr ru uk ar hi bn id vi th ja ko zh'.split(' ');

const localKey = (name: string): string => inNormalForm(name, 'NFKC').trim().toLowerCase();

let known: Map<string, string> | undefined;

/** The codes of countries by their names in other languages; a name of several countries is none. */
function localNames(): ReadonlyMap<string, string> {
  if (known) return known;
  known = new Map();
  const several = new Set<string>();
  for (const language of languages) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const { code } of countryNames()) {
      const key = localKey(names.of(code) ?? '');
      if (known.has(key) && known.get(key) !== code) several.add(key);
      known.set(key, code);
    }
  }
  for (const key of ['', ...several]) known.delete(key);
  return known;
}
