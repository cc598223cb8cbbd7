import type { AppFormField } from '@adwarden/contract/apps';
import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import type { AppFormApi } from './fields/app-form-field.ts';

/** The field of a form that has the focus; null if none has. */
export function focusedField(): AppFormField | null {
  const field = document.activeElement?.closest<HTMLElement>('[data-path]')?.dataset.path;
  return (field as AppFormField | undefined) ?? null;
}

type Props = { form: AppFormApi; field: RefObject<AppFormField | null> };

/** Gives the focus back to the field that had it in the form of the app before, so that one field can be compared. */
export function ReturnToField({ form, field }: Props) {
  const onOpened = useEffectEvent(() => {
    if (field.current) form.getInputNode<HTMLElement, AppFormField>(field.current)?.focus();
    field.current = null;
  });
  useLayoutEffect(() => onOpened(), []);
  return null;
}
