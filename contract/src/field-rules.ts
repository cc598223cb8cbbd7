import type { z } from 'zod';

/*
 * Rules between the fields of a form: exactly one of several, or one that needs another. A rule stands once: the server checks it,
 * and the OpenAPI document says it in JSON Schema.
 */

type Form = Readonly<Record<string, unknown>>;

/** A condition on a form: as a check, and as JSON Schema. */
export type Condition = { holds(form: Form): boolean; schema: object };

/** A rule that a form must keep. `field`: the field at fault when it breaks the rule; a dot leads into an object. */
export type FieldRule = {
  must: Condition;
  error: string | ((form: Form) => string);
  field?: string;
  /** For which forms the rule is also checked beside faults of single fields, whose values are as they were sent then. */
  evenWithOtherFaults?: (form: Form) => boolean;
};

const field = (
  name: string,
  schema: object,
  holds: (value: unknown, form: Form) => boolean,
): Condition => ({
  holds: (form) => form[name] !== undefined && holds(form[name], form),
  schema: { properties: { [name]: schema }, required: [name] },
});

/** The field is there, whatever its value. */
export const has = (name: string): Condition => field(name, {}, () => true);

/** The field is there, and not blank or null. */
export const filled = (name: string): Condition =>
  field(name, { type: 'string', minLength: 1 }, (value) => value !== '' && value !== null);

/** The field is an object with something in it. */
export const hasEntries = (name: string): Condition =>
  field(name, { type: 'object', minProperties: 1 }, (value) => Object.keys(value ?? {}).length > 0);

export const isTrue = (name: string): Condition =>
  field(name, { const: true }, (value) => value === true);

/** The field has one of these values. */
export const isOneOf = (name: string, values: readonly string[]): Condition =>
  field(name, { enum: values }, (value) => values.some((one) => one === value));

/** The field is an object for which the condition holds. */
export const within = (name: string, condition: Condition): Condition =>
  field(name, condition.schema, (value) => condition.holds((value ?? {}) as Form));

export const not = (condition: Condition): Condition => ({
  holds: (form) => !condition.holds(form),
  schema: { not: condition.schema },
});

const several = (
  word: 'allOf' | 'anyOf' | 'oneOf',
  conditions: readonly Condition[],
  isEnough: (count: number) => boolean,
): Condition => ({
  holds: (form) => isEnough(conditions.filter(({ holds }) => holds(form)).length),
  schema: { [word]: conditions.map(({ schema }) => schema) },
});

export const all = (...conditions: Condition[]) =>
  several('allOf', conditions, (count) => count === conditions.length);
export const some = (...conditions: Condition[]) =>
  several('anyOf', conditions, (count) => count > 0);
export const exactlyOne = (...conditions: Condition[]) =>
  several('oneOf', conditions, (count) => count === 1);

/** If the first condition holds, the second one must hold, too. As `if`, checkers of examples would refuse right ones. */
export const when = (condition: Condition, then: Condition) => some(not(condition), then);

/** Adds rules to a form. Each is checked when the fields themselves are right. */
export function withRules<T extends z.ZodType>(form: T, ...rules: readonly FieldRule[]): T {
  const checked = rules.reduce((schema, { must, error, field, evenWithOtherFaults }) => {
    const isForm = (value: unknown): value is Form => typeof value === 'object' && value !== null;
    return schema.refine((value) => !isForm(value) || must.holds(value), {
      error: typeof error === 'string' ? error : ({ input }) => error(input as Form),
      ...(field !== undefined && { path: field.split('.') }),
      ...(evenWithOtherFaults && {
        when: ({ value }) => isForm(value) && evenWithOtherFaults(value),
      }),
    });
  }, form);
  return checked.meta({ allOf: rules.map(({ must }) => must.schema) });
}
