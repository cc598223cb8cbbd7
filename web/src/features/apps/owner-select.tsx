import { SearchSelect } from '../../ui/form/search-select.tsx';
import { type AppFormApi, useAppField } from './app-form-field.ts';
import type { OwnerOption } from './app-owners.api.ts';

/** What searches the owners on the server; handed in, because a form never fetches. */
export type OwnerSearch = {
  search: string;
  onSearch: (search: string) => void;
  /** What was found, at most 20. */
  options: OwnerOption[];
  searching: boolean;
};

/** How an owner stands in the select: two may have one name. */
export const ownerLabel = ({ fullName, userID }: OwnerOption) => `${fullName} (${userID})`;

type Props = {
  form: AppFormApi;
  owners: OwnerSearch;
  /** The owner that the form opened with, who may not be among those found. */
  current: OwnerOption | null;
};

/** Who an app belongs to; cleared for nobody. Administrators only. */
export function OwnerSelect({ form, owners, current }: Props) {
  const { value, set, props } = useAppField(form, 'selectedUser');
  const { search, onSearch, options, searching } = owners;
  const missing = current && !options.some(({ userID }) => userID === current.userID);
  const isSearched = current && search !== '' && search !== ownerLabel(current);
  const all = missing && !isSearched ? [current, ...options] : options;
  return (
    <SearchSelect
      {...props}
      label="User"
      placeholder="Select User"
      data={all.map((owner) => ({ value: owner.userID, label: ownerLabel(owner) }))}
      value={value === '' ? null : value}
      onChange={set}
      searchValue={search}
      onSearchChange={onSearch}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear User' }}
      searching={searching}
      nothing="No user matches"
    />
  );
}
