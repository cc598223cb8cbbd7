import { fieldNames } from '@adwarden/contract/field-names';
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Role } from '../../../lib/role.ts';
import { FindSelect } from '../../../ui/form/find-select.tsx';
import type { AskedBatch } from '../picked.ts';
import { ChangeForm, type ChangeFormProps } from './change-form.tsx';
import { ChosenFieldRow } from './chosen-field-row.tsx';
import {
  type ChosenField,
  type FieldsValues,
  fieldOfSet,
  fieldsSchema,
  settableFields,
} from './fields-values.ts';
import { useChangeForm } from './use-change-form.ts';

type Props = ChangeFormProps & { role: Role; categories: readonly string[] };

const initialValues: FieldsValues = { set: {} };

/** Sets fields of many applications: only those that are chosen one by one. */
export function FieldsForm({ role, categories, onPreviewed, ...dialog }: Props) {
  const { form, ...sending } = useChangeForm({
    picked: dialog.picked,
    schema: fieldsSchema,
    initialValues,
    changeOf: (set) => ({ set }) as AskedBatch['change'],
    fieldOf: fieldOfSet,
    onPreviewed,
  });
  const [added, setAdded] = useState<string | null>(null);
  const { set } = form.values;
  const chosen = Object.keys(set);
  const left = settableFields(role).filter((field) => !chosen.includes(field));

  function change(field: string, next: ChosenField | null): void {
    // Those of now: two keys may come before the form is rendered again.
    const now = form.getValues().set;
    const { [field]: _, ...others } = now;
    form.setFieldValue('set', next ? { ...now, [field]: next } : others);
    form.clearErrors();
  }

  return (
    <ChangeForm {...dialog} {...sending} form={form} title="Edit fields" size={640}>
      <Stack gap="md">
        {chosen.map((field) => (
          <ChosenFieldRow
            key={field}
            field={field}
            form={form}
            categories={categories}
            focused={field === added}
            onEmpty={(empty) => change(field, { value: set[field]?.value ?? '', empty })}
            onRemove={() => change(field, null)}
          />
        ))}
        <FindSelect
          // A new one after each choice, so that its text is gone.
          key={chosen.length}
          label={chosen.length === 0 ? 'Field' : 'Another field'}
          placeholder="Choose a field to set"
          selectFirstOptionOnChange
          data={left.map((field) => ({ value: field, label: fieldNames[field] }))}
          value={null}
          chosen={null}
          onChange={(field) => {
            if (field === null) return;
            change(field, { value: '', empty: false });
            setAdded(field);
          }}
          unmatched="Choose a field from the list"
          nothingFoundMessage="No field matches"
          error={form.errors.set}
          data-path="set"
          {...(chosen.length === 0 && { 'data-autofocus': true })}
        />
        <Text c="dimmed" size="sm">
          All other fields stay as they are.
        </Text>
      </Stack>
    </ChangeForm>
  );
}
