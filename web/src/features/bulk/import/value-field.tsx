import { limits } from '@adwarden/contract/limits';
import type { WrittenField } from '@adwarden/contract/spreadsheets/imports';
import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { ownerNameQuery } from '../../../lib/look-up/look-up.ts';
import { FindSelect } from '../../../ui/form/find-select.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { AccountName } from '../forms/account-name.tsx';
import { isUnit, lengthOf } from '../forms/field-inputs.ts';
import type { Owner, UseOwners } from '../forms/owner-form.tsx';
import classes from './check-step.module.css';
import { choicesOf } from './import-values.ts';

type Props = {
  field: WrittenField;
  label: string;
  /** Shown while nothing is chosen. */
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  categories: readonly string[];
  useOwners: UseOwners;
};

/** The input for one value of a field, '' for none. */
export function ValueField({ focused = false, ...props }: Props & { focused?: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field was added
  useEffect(() => {
    if (focused) box.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, []);
  return (
    <div ref={box} className={classes.value}>
      <Value {...props} />
    </div>
  );
}

function Value(props: Props) {
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
  if (field === 'accountName') {
    return <AccountName aria-label={label} {...{ placeholder, value, onChange }} />;
  }
  const shared = {
    'aria-label': label,
    placeholder,
    value,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange(currentTarget.value),
  };
  if (field === 'note') {
    return (
      <TextArea {...shared} autosize minRows={1} maxRows={6} limit={limits.text.note} dir="auto" />
    );
  }
  const isCode = isUnit(field);
  return (
    <TextField
      {...shared}
      limit={isCode ? lengthOf(field) : limits.import.cell}
      autoComplete="off"
      {...(isCode && { spellCheck: false, classNames: { input: 'mono' } })}
    />
  );
}

function OwnerField({ label, placeholder, value, onChange, useOwners }: Props) {
  const owners = useOwners(true);
  const [chosen, setChosen] = useState<Owner | null>(null);
  // Only the login id is known of a proposed owner, or of one chosen before Back.
  const isKnown = value === '' || chosen?.userID === value;
  const { data: fullName } = useQuery({ ...ownerNameQuery(value), enabled: !isKnown });
  const named = isKnown ? chosen : { userID: value, fullName: fullName ?? '' };
  return (
    <SearchSelect
      aria-label={label}
      placeholder={placeholder}
      found={owners}
      optionOf={({ fullName: name, userID }) => ({
        value: userID,
        label: name ? `${name} (${userID})` : userID,
      })}
      chosen={value === '' ? null : named}
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
