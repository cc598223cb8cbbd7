import { fieldNames } from '@adwarden/contract/field-names';
import { useState } from 'react';
import { SearchSelect, type ServerSearch } from '../../../../ui/form/search-select.tsx';
import { useFieldDescription } from '../findings/field-findings.tsx';
import { type AppFormApi, useAppField } from './app-form-field.ts';
import type { OwnerOption } from './use-owner-search.ts';

/** An owner as the select shows them, with the login id, because two may have the same name. */
const optionOf = ({ fullName, userID }: OwnerOption) => ({
  value: userID,
  label: `${fullName} (${userID})`,
});

type Props = {
  form: AppFormApi;
  owners: ServerSearch<OwnerOption>;
  /** The owner that the form opened with. */
  current: OwnerOption | null;
};

/** The owner of an app; nobody when it is cleared. Administrators only. */
export function OwnerSelect({ form, owners, current }: Props) {
  const { value, set, props } = useAppField(form, 'selectedUser');
  const description = useFieldDescription('selectedUser');
  const [picked, setPicked] = useState<OwnerOption | null>(null);
  return (
    <SearchSelect
      {...props}
      found={owners}
      optionOf={optionOf}
      label={fieldNames.selectedUser}
      description={description}
      placeholder="Select User"
      chosen={[picked, current].find((owner) => owner?.userID === value) ?? null}
      onChange={(owner) => {
        setPicked(owner);
        set(owner?.userID ?? '');
      }}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear User' }}
      unmatched="Choose an owner from the list"
      nothing="No owner matches"
    />
  );
}
