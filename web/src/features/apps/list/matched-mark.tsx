import type { AppInList, SearchedField } from '@adwarden/contract/apps';
import { fieldNames } from '@adwarden/contract/field-names';
import classes from './apps.columns.module.css';

/** So many fields are named; of more than that, how many there are. */
const mostNamed = 2;

/**
 * The fields that contain what was searched for, in words; '' when a visible column is among them. `isVisible` is about
 * a column, by the name of its field.
 */
export function matchedWords(
  matched: AppInList['matched'] = [],
  isVisible: (field: SearchedField) => boolean,
): string {
  if (matched.some(isVisible)) return '';
  const names = matched.map((field) => fieldNames[field]);
  const more = names.length - mostNamed;
  const named = names.slice(0, mostNamed).join(', ');
  return more > 0 ? `${named} and ${more} more` : named;
}

/** Below the app's name: where the search found it. */
export function MatchedMark({ words }: { words: string }) {
  return <span className={classes.matched}>matched in {words}</span>;
}
