import type { AppFormField } from '@adwarden/contract/apps';
import { fieldNames } from '@adwarden/contract/field-names';
import type { ReactNode } from 'react';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { useFieldDescription } from '../findings/field-findings.tsx';
import { type AppFormApi, useAppField } from './app-form-field.ts';

type Props = {
  form: AppFormApi;
  field: AppFormField;
  /** An explanation of the values, below the field. */
  hint?: ReactNode;
  options: readonly { value: string; label: string }[];
};

/** A required select of the form; its placeholder is the first option, with the value '' (spec, section 2). */
export function ChoiceSelect({ form, field, hint, ...rest }: Props) {
  const { props } = useAppField(form, field);
  const description = useFieldDescription(field, hint);
  return (
    <SelectField
      {...rest}
      {...props}
      label={fieldNames[field]}
      placeholder={`Select ${fieldNames[field]}`}
      description={description}
      withAsterisk
    />
  );
}
