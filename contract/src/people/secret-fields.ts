/** The fields of apps that nobody finds, sorts or exports apps by who may not see secrets (ADR 123). */
export const secretFields = ['authToken'] as const;
export type SecretField = (typeof secretFields)[number];

const secretIn = (names: readonly unknown[]): SecretField | undefined =>
  secretFields.find((field) => names.includes(field));

/**
 * Returns the secret field that a question filters or sorts by, or has as a column; undefined for none. It looks into the objects
 * of a question, too, because a filter may stand in `where` or `query`.
 */
export function secretAskedFor(question: unknown): SecretField | undefined {
  if (typeof question !== 'object' || question === null || Array.isArray(question))
    return undefined;
  const { sort, columns, ...filters } = question as Record<string, unknown>;
  const sorted = typeof sort === 'string' ? sort.replace(/^-/, '') : undefined;
  const filtered = Object.entries(filters)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name]) => name);
  return (
    secretIn([sorted, ...filtered, ...(Array.isArray(columns) ? columns : [])]) ??
    Object.values(filters).map(secretAskedFor).find(Boolean)
  );
}
