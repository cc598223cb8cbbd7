import type { AppFormField } from '@adwarden/contract/apps';
import { useEffectEvent, useLayoutEffect } from 'react';
import type { AppFormApi } from './fields/app-form-field.ts';

/**
 * Gives a field the focus when the dialog opens, instead of the first one, and scrolls to it. Nothing happens if the
 * form of this role does not have the field. Mantine's focus trap focuses the element with `data-autofocus`.
 */
export function FocusField({ form, field }: { form: AppFormApi; field: AppFormField }) {
  const onOpened = useEffectEvent(() => {
    const input = form.getInputNode<HTMLElement, AppFormField>(field);
    if (!input) return;
    for (const other of input.closest('form')?.querySelectorAll('[data-autofocus]') ?? []) {
      other.removeAttribute('data-autofocus');
    }
    input.setAttribute('data-autofocus', 'true');
    input.scrollIntoView({ block: 'center' });
  });
  useLayoutEffect(() => onOpened(), []);
  return null;
}
