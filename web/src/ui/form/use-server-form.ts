import { schemaResolver, type UseFormInput, useForm } from '@mantine/form';
import { type FormEvent, useState } from 'react';
import type { z } from 'zod';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { focusFirstError, isShownAtFields, showFieldErrors } from './form-errors.ts';

type Options<Values extends Record<string, unknown>, Schema extends z.ZodType> = {
  /** The contract's schema: its messages are shown beside the fields, and its output is sent. */
  schema: Schema;
  initialValues: Values;
  /**
   * Sends the values. The form shows errors of fields beside them. Of all others it returns the message as `failure`,
   * for a mutation that does not show its errors itself.
   */
  onSubmit: (sent: z.output<Schema>, typed: Values) => Promise<unknown>;
} & Pick<UseFormInput<Values>, 'onValuesChange' | 'enhanceGetInputProps' | 'mode'>;

/**
 * A form of the contract. It is checked with the schema; the first invalid field gets the focus, and the server's errors
 * of fields are shown beside them. A failed save keeps the typed values.
 *
 *     const { form, submit, saving } = useServerForm({
 *       schema: newUserForm,
 *       initialValues: { fullName: '' },
 *       onSubmit: (sent) => create.mutateAsync(sent),
 *     });
 *     <form noValidate onSubmit={submit}>
 *       <TextInput key={form.key('fullName')} {...form.getInputProps('fullName')} />
 *       <Button type="submit" loading={saving}>Save</Button>
 */
export function useServerForm<Values extends Record<string, unknown>, Schema extends z.ZodType>({
  schema,
  initialValues,
  onSubmit,
  mode = 'uncontrolled',
  ...rest
}: Options<Values, Schema>) {
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<Values>({
    mode,
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
    ...rest,
  });

  async function send(values: Values): Promise<void> {
    if (saving) return;
    setSaving(true);
    setFailure(null);
    let refusal: ApiError | null = null;
    try {
      await onSubmit(schema.parse(values), values);
    } catch (error) {
      if (!(error instanceof ApiError)) {
        setFailure(messageOf(error));
        throw error;
      }
      refusal = error;
    } finally {
      setSaving(false);
    }
    if (!refusal) return;
    if (refusal.fields.length > 0) showFieldErrors(form, refusal);
    if (!refusal.sessionOver && !isShownAtFields(form, refusal)) setFailure(refusal.message);
  }

  /** `FindSelect` reports text that is not an option by `setCustomValidity`: the form's values do not contain it. */
  function refusingField(): HTMLInputElement | null | undefined {
    return Object.keys(form.getValues())
      .map((path) => form.getInputNode<HTMLInputElement, string>(path))
      .find((node) => node?.validity?.customError && !node.checkValidity());
  }

  function submit(event?: FormEvent<HTMLFormElement>): void {
    if (!refusingField()) {
      form.onSubmit(send, (errors) => focusFirstError(form, errors))(event);
      return;
    }
    event?.preventDefault();
    check();
  }

  /** Checks the form and does not send it: shows the errors, focuses the first invalid field. True: it is valid. */
  function check(): boolean {
    const { hasErrors, errors } = form.validate();
    const refusing = refusingField();
    if (refusing) refusing.focus();
    else if (hasErrors) focusFirstError(form, errors);
    return !refusing && !hasErrors;
  }

  return { form, submit, saving, check, failure, clearFailure: () => setFailure(null) };
}
