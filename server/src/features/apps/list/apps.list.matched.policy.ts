import { type App, type SearchedField, searchedFields } from '@adwarden/contract/apps';
import { searchFold } from '@adwarden/contract/search-fold';
import { searchedText } from '@adwarden/contract/searched-text';
import { isSearchable } from '../../../db/text-search.ts';

/** A short word is the beginning of one of these (ADR 28 "Lists"). */
const shortFields: readonly SearchedField[] = ['appID', 'appName'];

/**
 * The fields in which an app has what was searched for. Empty in the rare case that Unicode knows a letter here, and not yet
 * in the database (ADR 89).
 */
export function matchedFields(app: App, search: string): SearchedField[] {
  const text = searchedText(search);
  const word = searchFold(text);
  if (!isSearchable(text)) {
    return shortFields.filter((field) => searchFold(app[field]).startsWith(word));
  }
  return searchedFields.filter((field) => searchFold(app[field]).includes(word));
}
