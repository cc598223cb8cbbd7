import { type App, type SearchedField, searchedFields } from '@adwarden/contract/apps';
import { searchedText } from '@adwarden/contract/searched-text';
import { isSearchable } from '../../../db/text-search.ts';

/** A short word is the beginning of one of these (ADR 28 "Lists"). */
const shortFields: readonly SearchedField[] = ['appID', 'appName'];

/**
 * The fields in which an app has what was searched for. Empty in the rare case that the database folds a letter to
 * lower case in another way than JavaScript.
 */
export function matchedFields(app: App, search: string): SearchedField[] {
  const text = searchedText(search);
  const word = text.toLowerCase();
  if (!isSearchable(text)) {
    return shortFields.filter((field) => app[field].toLowerCase().startsWith(word));
  }
  return searchedFields.filter((field) => app[field].toLowerCase().includes(word));
}
