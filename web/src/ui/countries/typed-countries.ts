import { exceptSign } from '@adwarden/contract/country-rule';
import type { Countries } from './country-entries.ts';

/** The countries in which ads are shown: all, only those of the list, or all but those. */
export type Where = 'everywhere' | 'only' | 'except';

/** Countries in a form: `country` as it is typed, without the signs of exceptions, which `where` replaces. */
export type TypedCountries = { where: Where; country: string };

export const whereWords: Record<Where, string> = {
  everywhere: 'Everywhere',
  only: 'Only in …',
  except: 'Everywhere except …',
};

const entriesOf = (text: string) => text.split(',').filter((entry) => entry !== '');
const isSigned = (entry: string) => entry.startsWith(exceptSign);

/** Returns the list as it is sent; '' for everywhere. */
export function asText({ where, country }: TypedCountries): string {
  if (where === 'everywhere') return '';
  if (where === 'only') return country;
  return entriesOf(country)
    .map((entry) => (isSigned(entry) ? entry : exceptSign + entry))
    .join(',');
}

/**
 * Reads a typed or pasted text: a list with one sign before every country says by itself that these are exceptions. Two signs
 * stay, and are refused.
 */
export function whenTyped(where: Where, text: string): TypedCountries {
  const entries = entriesOf(text);
  if (
    entries.length > 0 &&
    entries.every((entry) => isSigned(entry) && !isSigned(entry.slice(1)))
  ) {
    return { where: 'except', country: text.replace(/(^|,)!/g, '$1') };
  }
  return { where, country: text };
}

/** Returns a stored list as it is edited. */
export const typedFrom = (text: string): TypedCountries => whenTyped('only', text);

/** Says why a list is refused, in the words of the form, which shows no signs; null if it is good or still empty. */
export function refusalOf({ parseCountries }: Countries, typed: TypedCountries): string | null {
  for (const text of [typed.country, asText(typed)]) {
    const read = parseCountries(text);
    if (!read.ok && read.entry !== '') return read.message;
  }
  return null;
}
