import type { ChangeRequest } from '@adwarden/contract/change-requests/change-requests';
import { limits } from '@adwarden/contract/limits';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { PanelButtons } from '../../../ui/dialog/panel-buttons.tsx';
import classes from '../../../ui/dialog/question-in-place.module.css';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { TextArea, TextField } from '../../../ui/form/text-field.tsx';
import { useServerForm } from '../../../ui/form/use-server-form.ts';
import { labelOf, lengthOf, optionsOf } from '../../bulk/forms/field-inputs.ts';
import { categoryNamesQuery } from '../../categories/categories.api.ts';
import { useCorrection } from './change-requests.api.ts';

type Props = {
  request: ChangeRequest;
  onCancel: () => void;
  onCorrected: (request: ChangeRequest) => void;
};

const schema = z.object({ changes: z.record(z.string(), z.string()) });

/** The wanted values of a change that waits for approval, to be corrected before it is approved. */
export function CorrectForm({ request, onCancel, onCorrected }: Props) {
  const correction = useCorrection();
  const { data: categories = [] } = useQuery(categoryNamesQuery);
  const frame = useRef<HTMLFormElement>(null);
  useEffect(
    () => frame.current?.querySelector<HTMLElement>('input, textarea, select')?.focus(),
    [],
  );
  const wanted = Object.fromEntries(request.diff.map(({ field, after }) => [field, after]));
  const { form, submit, saving, failure } = useServerForm({
    schema,
    initialValues: { changes: wanted },
    async onSubmit({ changes }) {
      const corrected = Object.entries(changes).filter(([field, value]) => value !== wanted[field]);
      if (corrected.length === 0) return onCancel();
      onCorrected(
        await correction.mutateAsync({ id: request.id, changes: Object.fromEntries(corrected) }),
      );
    },
  });
  return (
    <form
      ref={frame}
      className={classes.panel}
      noValidate
      onSubmit={submit}
      aria-label="Correct this change"
    >
      <FormFailure failure={failure} />
      {request.diff.map(({ field }) => {
        const path = `changes.${field}`;
        const shared = { ...form.getInputProps(path), label: labelOf(field) };
        const options = optionsOf(field, categories);
        if (options) return <NativeSelect key={form.key(path)} {...shared} data={options} />;
        return field === 'note' ? (
          <TextArea key={form.key(path)} {...shared} autosize limit={limits.text.note} />
        ) : (
          <TextField key={form.key(path)} {...shared} limit={lengthOf(field)} />
        );
      })}
      <PanelButtons submit="Save correction" saving={saving} onCancel={onCancel} />
    </form>
  );
}
