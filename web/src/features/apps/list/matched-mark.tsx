import type { AppInList, SearchedField } from '@adwarden/contract/apps';
import { fieldNames } from '@adwarden/contract/field-names';
import classes from './apps.columns.module.css';

/** The most fields that are named; if there are more, their number is shown instead. */
const mostNamed = 2;

/**
 * Returns the names of the fields that contain the searched text; '' when a visible column is among them. `isVisible`
 * is about a column, by the name of its field.
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
