import { SelectField } from '../../../ui/form/select-field.tsx';
import { type AppFormApi, useAppField } from './app-form-field.ts';
import type { AppTextField } from './app-form-values.ts';

type Props = {
  form: AppFormApi;
  field: AppTextField;
  label: string;
  /** Stands there while nothing is chosen; its value is '' (spec, section 2). */
  placeholder: string;
  /** One line below the field that explains its values. */
  hint?: string;
  options: readonly { value: string; label: string }[];
};

/** A required choice among what is known. */
export function ChoiceSelect({ form, field, hint, ...rest }: Props) {
  const { props } = useAppField(form, field);
  return (
    <SelectField
      {...rest}
      {...props}
      description={hint}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      withAsterisk
    />
  );
}
