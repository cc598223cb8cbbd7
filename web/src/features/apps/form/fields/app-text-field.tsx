import type { AppFormField } from '@adwarden/contract/apps';
import { fieldNames } from '@adwarden/contract/field-names';
import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFieldDescription } from '../findings/field-findings.tsx';
import { type AppFormApi, useAppField } from './app-form-field.ts';

type Props = Omit<TextInputProps, 'form' | 'label'> & {
  form: AppFormApi;
  field: AppFormField;
};

/** A one-line text of the form, with its findings below it. */
export function AppTextField({ form, field, ...rest }: Props): ReactNode {
  const { props } = useAppField(form, field);
  const description = useFieldDescription(field);
  return (
    <TextInput
      autoComplete="off"
      label={fieldNames[field]}
      {...rest}
      {...props}
      description={description}
    />
  );
}
