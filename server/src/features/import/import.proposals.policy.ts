import { parseCountries } from '@adwarden/contract/countries';
import { limits } from '@adwarden/contract/limits';
import type { WrittenField } from '@adwarden/contract/spreadsheets/imports';
import { isChoice, meaningOfWord } from '@adwarden/contract/spreadsheets/words';
import type { Categories } from './import.categories.policy.ts';
import type { Owners } from './import.owners.service.ts';
import type { Proposal } from './import.table.ts';

/*
 * What a value that is not known seems to mean. It is proposed to a person, and never taken without one. Words of which the
 * meaning is sure are read by themselves (`import.values.policy`).
 */

/** The value that an unknown text of a field seems to mean. */
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
