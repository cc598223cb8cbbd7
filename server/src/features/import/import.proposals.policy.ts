import type { AppChoice } from '@adwarden/contract/apps';
import { parseCountries } from '@adwarden/contract/countries';
import { limits } from '@adwarden/contract/limits';
import type { WrittenField } from '@adwarden/contract/spreadsheets/imports';
import type { Categories } from './import.categories.policy.ts';

/* What a value that is not known seems to mean. It is proposed to a person, and never taken without one. */

/** The words of spreadsheets, of store consoles and of people for on and off. */
const switchWords: Record<string, string> = {
  ...words('on', 'yes y true t 1 enabled enable active'),
  ...words('off', 'no n false f 0 disabled disable inactive none'),
};

const choiceWords: Record<AppChoice, Record<string, string>> = {
  adsStatus: switchWords,
  visibleExtra: switchWords,
  ipAddress: switchWords,
  appStatus: {
    ...words('live', 'published publish active production released release public online'),
    ...words('in-develop', 'in-development development develop dev draft testing test beta new'),
    ...words('suspend', 'suspended removed unpublished blocked banned inactive paused offline'),
  },
};

function words(value: string, all: string): Record<string, string> {
  return Object.fromEntries(all.split(' ').map((word) => [word, value]));
}

const isChoice = (field: WrittenField): field is AppChoice => Object.hasOwn(choiceWords, field);

/** The value that an unknown text of a field seems to mean; null if that is not clear. */
export function proposalFor(
  field: WrittenField,
  text: string,
  categories: Categories,
): string | null {
  if (field === 'category') return categories.nearest(text);
  if (field === 'country') return countriesLike(text);
  if (!isChoice(field)) return null;
  const word = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-');
  const known = choiceWords[field];
  return Object.hasOwn(known, word) ? (known[word] ?? null) : null;
}

/** Proposes a list of countries: commas between the entries, and the most similar name in place of each unknown one; else null. */
function countriesLike(text: string): string | null {
  let list = text.replace(/\s*[;|/\n]+\s*/g, ',');
  // Each round mends one entry.
  for (let round = 0; round < limits.import.unknown.length; round += 1) {
    const read = parseCountries(list);
    if (read.ok) return read.country;
    if (read.entry === '' || read.nearest === null) return null;
    list = list.replace(/\s+/g, '').replace(read.entry, read.nearest);
  }
  return null;
}
