import type { AppFormField } from '@adwarden/contract/apps';
import type { UseFormReturnType } from '@mantine/form';
import type { AppFormValues } from '../app-form-values.ts';

export type AppFormApi = UseFormReturnType<AppFormValues>;

/**
 * The props of one input of the form. It watches only its own value, so that a key press renders one input and not
 * all of them; `set` is for buttons and selects.
 */
export function useAppField(form: AppFormApi, name: AppFormField) {
  const value: string = form.useWatchValue(name);
  const { defaultValue: _, ...props } = form.getInputProps(name);
  return {
    value,
    set: (next: string | null) => form.setFieldValue(name, next ?? '', { forceUpdate: false }),
    props: { ...props, value, name },
  };
}
