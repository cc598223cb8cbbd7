import { ApiError } from '../../lib/api-error.ts';

/** An error whose fields have the names of the form: the server says `change.country`. Other errors stay. */
export function renameFields(error: unknown, fieldOf = (field: string) => field): unknown {
  if (!(error instanceof ApiError)) return error;
  const { message, status, sessionOver, extra } = error;
  const fields = error.fields.map((one) => ({
    ...one,
    field: fieldOf(one.field.replace(/^change\./, '')),
  }));
  return new ApiError(message, { status, fields, sessionOver, extra });
}
