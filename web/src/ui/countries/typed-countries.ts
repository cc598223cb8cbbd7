import { exceptSign } from '@adwarden/contract/country-rule';
import type { Countries } from './country-entries.ts';

/** Where ads are shown. */
export type Where = 'everywhere' | 'only' | 'except';

/** Countries in a form: `country` as it is typed, without the signs of exceptions, which `where` stands for. */
export type TypedCountries = { where: Where; country: string };

export const whereWords: Record<Where, string> = {
  everywhere: 'Everywhere',
  only: 'Only in …',
  except: 'Everywhere except …',
};

const entriesOf = (text: string) => text.split(',').filter((entry) => entry !== '');
const isSigned = (entry: string) => entry.startsWith(exceptSign);

/** The list as it is sent; '' for everywhere. */
export function asText({ where, country }: TypedCountries): string {
  if (where === 'everywhere') return '';
  if (where === 'only') return country;
  return entriesOf(country)
    .map((entry) => (isSigned(entry) ? entry : exceptSign + entry))
    .join(',');
}

/** What was typed or pasted means: a list with a sign before every country says by itself that these are exceptions. */
export function whenTyped(where: Where, text: string): TypedCountries {
  const entries = entriesOf(text);
  if (entries.length > 0 && entries.every(isSigned)) {
    return { where: 'except', country: text.replace(/(^|,)!/g, '$1') };
  }
  return { where, country: text };
}

/** A stored list as it is edited. */
export const typedFrom = (text: string): TypedCountries => whenTyped('only', text);

/** Why a list is refused, in the words of the form, which shows no signs; null when it is good or still empty. */
export function refusalOf({ parseCountries }: Countries, typed: TypedCountries): string | null {
  for (const text of [typed.country, asText(typed)]) {
    const read = parseCountries(text);
    if (!read.ok && read.entry !== '') return read.message;
  }
  return null;
}
