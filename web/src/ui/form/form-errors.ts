import type { FormErrors, UseFormReturnType } from '@mantine/form';
import type { ApiError } from '../../lib/api-error.ts';

// biome-ignore lint/suspicious/noExplicitAny: a form with any values
type AnyForm = UseFormReturnType<any>;

/** Focuses the first invalid field, in the order of the page. */
export const focusFirstError = (form: AnyForm, errors: FormErrors): void =>
  focusFirst(form, Object.keys(errors));

/** Focuses the first of these fields, in the order of the page. */
export function focusFirst(form: AnyForm, fields: string[]): void {
  const nodes = fields.map((path) => form.getInputNode(path)).filter((node) => node !== null);
  nodes.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  nodes[0]?.focus();
}

/** Whether the form has a visible field for each error; otherwise the message must be shown elsewhere. */
export const isShownAtFields = (form: AnyForm, { fields }: ApiError): boolean =>
  fields.length > 0 && fields.every(({ field }) => form.getInputNode(field) !== null);

/** Shows the server's errors beside their fields and focuses the first of them. */
export function showFieldErrors(form: AnyForm, error: ApiError): void {
  const errors = Object.fromEntries(error.fields.map(({ field, message }) => [field, message]));
  form.setErrors(errors);
  focusFirstError(form, errors);
}
