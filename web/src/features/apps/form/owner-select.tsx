import { useState } from 'react';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
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
const optionOf = ({ fullName, userID }: OwnerOption) => ({
  value: userID,
  label: `${fullName} (${userID})`,
});

type Props = {
  form: AppFormApi;
  owners: OwnerSearch;
  /** The owner that the form opened with, who may not be among those found. */
  current: OwnerOption | null;
};

/** Who an app belongs to; cleared for nobody. Administrators only. */
export function OwnerSelect({ form, owners, current }: Props) {
  const { value, set, props } = useAppField(form, 'selectedUser');
  const { options, ...search } = owners;
  const [picked, setPicked] = useState<OwnerOption | null>(null);
  const chosen = [picked, current].find((owner) => owner?.userID === value);
  return (
    <SearchSelect
      {...props}
      {...search}
      label="User"
      placeholder="Select User"
      data={options.map(optionOf)}
      value={value === '' ? null : value}
      chosen={chosen ? optionOf(chosen) : null}
      onChange={(userID) => {
        setPicked(options.find((owner) => owner.userID === userID) ?? null);
        set(userID);
      }}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear User' }}
      unmatched="Choose a user from the list"
      nothing="No user matches"
    />
  );
}
