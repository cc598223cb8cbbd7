import { adUnitSlots } from '../ad-units.ts';
import { fieldNames } from '../field-names.ts';
import { inNormalForm } from '../unicode.ts';
import { type ImportField, type ImportMapping, importFields } from './imports.ts';

/** Other headings of columns, besides the names and the labels of the fields. */
const otherNames: Partial<Record<ImportField, string[]>> = {
  appName: ['name', 'app', 'application', 'application name', 'title'],
  packageName: ['package', 'package id', 'application id', 'bundle id'],
  accountName: ['account'],
  category: ['store category'],
  selectedUser: ['user', 'owner', 'owner id', 'login', 'login id'],
  adsStatus: ['ads'],
  appStatus: ['status'],
  visibleExtra: ['extra'],
  ipAddress: ['ip', 'ip rules'],
  note: ['notes', 'comment', 'comments'],
  country: ['countries'],
  ...Object.fromEntries(
    adUnitSlots
      .filter(({ label }) => label.startsWith('Google '))
      .map(({ name, label }) => [name, [label.replace('Google ', '')]]),
  ),
};

const keyOf = (heading: string) =>
  inNormalForm(heading, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Each known heading with its field; `rank` 0 is the best. */
const known = new Map<string, { field: ImportField; rank: number }>();
for (const field of importFields) {
  const label = field === 'selectedUser' ? fieldNames.userID : fieldNames[field];
  const names = [field, label, ...(otherNames[field] ?? [])];
  for (const [rank, name] of names.entries()) {
    const key = keyOf(name);
    if (!known.has(key)) known.set(key, { field, rank: Math.max(0, rank - 1) });
  }
}

/**
 * Guesses which field each column is from the headings. A field gets one column at most: the one with the best heading.
 *
 *     guessMapping(['App ID', 'Name', 'Price']); // { 'App ID': 'appID', Name: 'appName', Price: null }
 */
export function guessMapping(headings: readonly string[]): ImportMapping {
  const best = new Map<ImportField, { heading: string; rank: number }>();
  for (const heading of headings) {
    const found = known.get(keyOf(heading));
    if (found && found.rank < (best.get(found.field)?.rank ?? Number.POSITIVE_INFINITY)) {
      best.set(found.field, { heading, rank: found.rank });
    }
  }
  return Object.fromEntries(
    headings.map((heading) => {
      const field = known.get(keyOf(heading))?.field;
      return [heading, field && best.get(field)?.heading === heading ? field : null];
    }),
  );
}
