type Value = string | number | boolean | Blob | null | undefined;

/** Values as multipart/form-data: undefined and null are left out (absent keeps), '' is sent (empty clears). */
export function toFormData(values: Record<string, Value>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    if (value == null) continue;
    form.append(name, value instanceof Blob ? value : String(value));
  }
  return form;
}
