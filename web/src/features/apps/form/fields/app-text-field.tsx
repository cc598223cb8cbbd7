import type { AppFormField } from '@adwarden/contract/apps';
import { fieldNames } from '@adwarden/contract/field-names';
import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { type AppFormApi, useAppField } from './app-form-field.ts';
import { FieldWarning } from './field-warning.tsx';

type Props = Omit<TextInputProps, 'form' | 'label'> & {
  form: AppFormApi;
  field: AppFormField;
  /** Returns what is probably wrong with the value; null for nothing. */
  warn?: (value: string) => string | null;
};

/** A one-line text of the form, with a warning below it if `warn` returns one. */
export function AppTextField({ form, field, warn, ...rest }: Props): ReactNode {
  const { value, props } = useAppField(form, field);
  const warning = warn?.(value);
  return (
    <TextInput
      autoComplete="off"
      label={fieldNames[field]}
      {...rest}
      {...props}
      description={warning && <FieldWarning>{warning}</FieldWarning>}
    />
  );
}
