import { type App, type SearchedField, searchedFields } from '@adwarden/contract/apps';
import { searchFold } from '@adwarden/contract/search-fold';
import { searchedText } from '@adwarden/contract/searched-text';
import { isSearchable } from '../../../db/text-search.ts';

/** The fields that a short word must begin (ADR 28 "Lists"). */
const shortFields: readonly SearchedField[] = ['appID', 'appName'];

/**
 * Names the fields of an app that contain the searched text. Empty in the rare case that Node knows a letter of Unicode that the
 * database does not know yet (ADR 89).
 */
export function matchedFields(app: App, search: string): SearchedField[] {
  const text = searchedText(search);
  const word = searchFold(text);
  if (!isSearchable(text)) {
    return shortFields.filter((field) => searchFold(app[field]).startsWith(word));
  }
  return searchedFields.filter((field) => searchFold(app[field]).includes(word));
}
