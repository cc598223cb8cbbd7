import { schemaResolver, type UseFormInput, useForm } from '@mantine/form';
import { type FormEvent, useState } from 'react';
import type { z } from 'zod';
import { ApiError } from '../../lib/api-error.ts';
import { focusFirstError, showFieldErrors } from './form-errors.ts';

type Options<Values extends Record<string, unknown>, Schema extends z.ZodType> = {
  /** The contract's schema: its messages stand beside the fields, its output is what is sent. */
  schema: Schema;
  initialValues: Values;
  /** Sends; what it throws is told by whoever calls the server, and here beside the fields. */
  onSubmit: (sent: z.output<Schema>, typed: Values) => Promise<unknown>;
} & Pick<UseFormInput<Values>, 'onValuesChange' | 'enhanceGetInputProps' | 'mode'>;

/**
 * A form of the contract: checked with its schema, the first field at fault focused, the server's
 * field errors beside theirs. A save that fails keeps what was typed.
 */
export function useServerForm<Values extends Record<string, unknown>, Schema extends z.ZodType>({
  schema,
  initialValues,
  onSubmit,
  mode = 'uncontrolled',
  ...rest
}: Options<Values, Schema>) {
  const [saving, setSaving] = useState(false);
  const form = useForm<Values>({
    mode,
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
    ...rest,
  });

  async function send(values: Values): Promise<void> {
    if (saving) return;
    setSaving(true);
    let failure: unknown;
    try {
      await onSubmit(schema.parse(values), values);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failure = error;
    } finally {
      setSaving(false);
    }
    if (failure instanceof ApiError && failure.fields.length > 0) showFieldErrors(form, failure);
  }

  function submit(event?: FormEvent<HTMLFormElement>): void {
    // `FindSelect` reports text that is not an option by `setCustomValidity`: the form's values do not contain it.
    const refusing = Object.keys(form.getValues())
      .map((path) => form.getInputNode<HTMLInputElement, string>(path))
      .filter((node) => node?.validity?.customError && !node.checkValidity());
    if (refusing.length === 0) {
      form.onSubmit(send, (errors) => focusFirstError(form, errors))(event);
      return;
    }
    event?.preventDefault();
    form.validate();
    refusing[0]?.focus();
  }

  return { form, submit, saving };
}
