/** Returns the fields of an object that are not undefined, such as those of a form that were sent. */
export function definedFields<T extends object>(
  form: T,
): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(form).filter(([, value]) => value !== undefined),
  ) as ReturnType<typeof definedFields<T>>;
}
