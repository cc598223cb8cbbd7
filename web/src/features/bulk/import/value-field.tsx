import { limits } from '@adwarden/contract/limits';
import type { WrittenField } from '@adwarden/contract/spreadsheets/imports';
import { useState } from 'react';
import { FindSelect } from '../../../ui/form/find-select.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import type { UseOwners } from '../forms/owner-form.tsx';
import { choicesOf } from './import-values.ts';

type Props = {
  field: WrittenField;
  label: string;
  /** Said while nothing is chosen. */
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  categories: readonly string[];
  useOwners: UseOwners;
};

/** The input for one value of a field, '' for none. */
export function ValueField(props: Props) {
  const { field, label, placeholder, value, onChange, categories } = props;
  const choices = choicesOf(field);
  if (choices) {
    return (
      <SelectField
        aria-label={label}
        placeholder={placeholder}
        options={choices}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  if (field === 'category') {
    return (
      <FindSelect
        aria-label={label}
        placeholder={placeholder}
        data={categories.map((name) => ({ value: name, label: name }))}
        value={value || null}
        chosen={value ? { value, label: value } : null}
        onChange={(name) => onChange(name ?? '')}
        clearable
        unmatched="Choose a category from the list"
        nothingFoundMessage="No category matches"
      />
    );
  }
  if (field === 'selectedUser') return <OwnerField {...props} />;
  return (
    <TextField
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      limit={limits.import.cell}
      autoComplete="off"
    />
  );
}

function OwnerField({ label, placeholder, value, onChange, useOwners }: Props) {
  const owners = useOwners(true);
  const [chosen, setChosen] = useState<{ userID: string; fullName: string } | null>(
    value ? { userID: value, fullName: value } : null,
  );
  return (
    <SearchSelect
      aria-label={label}
      placeholder={placeholder}
      found={owners}
      optionOf={({ fullName, userID }) => ({ value: userID, label: `${fullName} (${userID})` })}
      chosen={chosen}
      onChange={(owner) => {
        setChosen(owner);
        onChange(owner?.userID ?? '');
      }}
      clearable
      unmatched="Choose an owner from the list"
      nothing="No owner matches"
    />
  );
}
