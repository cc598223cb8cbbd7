import type { EachField } from '@adwarden/contract/batches/batch-change';
import { fieldNames } from '@adwarden/contract/field-names';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import type { Role } from '../../../lib/role.ts';
import { FindSelect } from '../../../ui/form/find-select.tsx';
import type { AskedBatch } from '../picked.ts';
import { toDo } from '../preview/preview-rules.ts';
import { ChangeForm, type ChangeFormProps } from './change-form.tsx';
import { ChosenFieldRow } from './chosen-field-row.tsx';
import { eachAppsQuery, previewedEachQuery } from './each/each.api.ts';
import { canBeEach } from './each/each-values.ts';
import {
  type ChosenField,
  type FieldsValues,
  fieldOfSet,
  fieldsSchema,
  settableFields,
  unset,
} from './fields-values.ts';
import { mostAhead, PreviewAhead, usePreviewAhead, useStartAhead } from './preview-ahead.tsx';
import { useChangeForm } from './use-change-form.ts';

type Props = ChangeFormProps & { role: Role; categories: readonly string[] };

const initialValues: FieldsValues = { set: {} };

/** Sets fields of many applications: only chosen fields, each to one value for all applications or to one for each. */
export function FieldsForm({ role, categories, onPreviewed, onStarted, ...dialog }: Props) {
  const { picked } = dialog;
  const start = useStartAhead(onStarted);
  const { form, ...sending } = useChangeForm({
    picked,
    schema: fieldsSchema,
    initialValues,
    changeOf: ({ change }) => change,
    selectOf: (sent) => selectOf(sent),
    fieldOf: (field): string =>
      field === 'setEach' ? `set.${eachOf(form.getValues())[0]}.each` : fieldOfSet(field),
    startAhead: () => start(ahead),
    onPreviewed,
  });
  const [added, setAdded] = useState<string | null>(null);
  const { set } = form.values;
  const chosen = Object.keys(set);
  const left = settableFields(role).filter((field) => !chosen.includes(field));
  const each = eachOf(form.values);
  const ids = useQuery({
    ...eachAppsQuery(picked, each[0] ?? 'appName'),
    enabled: each.length > 0,
  });

  /** Returns the picked applications: only those with a value of their own, unless a field sets all of them. */
  function selectOf({ change, named }: z.output<typeof fieldsSchema>): AskedBatch['select'] {
    if (named.length === 0) return picked.select;
    return { appIDs: change.set && ids.data ? ids.data.map(({ appID }) => appID) : named };
  }

  const sent = each.length > 0 ? fieldsSchema.safeParse(form.values).data : undefined;
  const isAsked = dialog.opened && sent !== undefined && picked.count <= mostAhead;
  const ahead = usePreviewAhead(isAsked ? { select: selectOf(sent), change: sent.change } : null);
  const shown = ahead && toDo(ahead.preview) > 0 ? ahead.preview : undefined;
  const { data: previewed } = useQuery(previewedEachQuery(ahead?.preview.previewID));

  function change(field: string, next: ChosenField | null): void {
    // Read the current values: two keys may come before the form is rendered again.
    const now = form.getValues().set;
    const { [field]: _, ...others } = now;
    form.setFieldValue('set', next ? { ...now, [field]: next } : others);
    form.clearErrors();
  }

  return (
    <ChangeForm
      {...dialog}
      {...sending}
      form={form}
      title="Edit fields"
      size={each.length > 0 ? 860 : 640}
      ahead={shown}
      saysHowMany
    >
      <Stack gap="md">
        {chosen.map((field) => (
          <ChosenFieldRow
            key={field}
            field={field}
            form={form}
            picked={picked}
            categories={categories}
            previewed={previewed}
            focused={field === added}
            onChange={(next) => change(field, next(form.getValues().set[field] ?? unset))}
            onRemove={() => change(field, null)}
          />
        ))}
        <FindSelect
          // Each choice makes a new select, so that its text is gone.
          key={chosen.length}
          label={chosen.length === 0 ? 'Field' : 'Another field'}
          placeholder="Choose a field to set"
          selectFirstOptionOnChange
          data={left.map((field) => ({ value: field, label: fieldNames[field] }))}
          value={null}
          chosen={null}
          onChange={(field) => {
            if (field === null) return;
            change(field, unset);
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
        {ahead && <PreviewAhead preview={ahead.preview} onShow={() => onPreviewed(ahead)} />}
      </Stack>
    </ChangeForm>
  );
}

/** Returns the chosen fields that have one value for each application. */
const eachOf = ({ set }: FieldsValues): EachField[] =>
  Object.keys(set).filter((field) => canBeEach(field) && set[field]?.each != null) as EachField[];
