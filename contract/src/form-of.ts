import type { FormOf } from './request.ts';

type Value = string | number | boolean | Blob | null | undefined;

/**
 * Values as multipart/form-data: undefined and null are left out (absent keeps), '' is sent (empty clears). The type has the
 * names of the fields, which a call compares with its own; the texts are judged by the schemas of form and server.
 */
export function formOf<Name extends string>(
  values: Partial<Record<Name, Value>>,
): FormData & FormOf<Name> {
  const form = new FormData() as FormData & FormOf<Name>;
  for (const [name, value] of Object.entries<Value>(values)) {
    if (value == null) continue;
    form.append(name, value instanceof Blob ? value : String(value));
  }
  return form;
}
