import { z } from 'zod';
import { type RequestedField, requestedChanges } from '../change-requests/change-requests.ts';
import { fieldNames } from '../field-names.ts';
import { type Ability, can } from './abilities.ts';
import { fieldNeeds } from './field-needs.ts';
import type { Person } from './people.ts';

type Who = Pick<Person, 'kind' | 'access'>;

/** Returns the schema of a field, whether or not it may be absent. */
const bare = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional ? bare(schema.unwrap()) : schema;

const fields = Object.keys(requestedChanges.shape) as RequestedField[];
const needs = new Map<string, Ability>(
  fields.flatMap((field) => {
    const needed = fieldNeeds.get(bare(requestedChanges.shape[field]) as z.ZodType);
    return needed ? [[field, needed.ability] as const] : [];
  }),
);

/** Tells whether a person may set a field of an app; `country` is that of its configuration. Other names are no such fields. */
export function maySet(person: Who, field: string): boolean {
  const ability = needs.get(field);
  return ability === undefined || can(person, ability);
}

/** Returns the fields of an app that a person may not set, in the order of the form. */
export const fieldsClosedTo = (person: Who): RequestedField[] =>
  fields.filter((field) => !maySet(person, field));

/** Leaves out the values that a person may not set. */
export const onlySettable = <Values extends object>(person: Who, values: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([field]) => maySet(person, field)),
  ) as Partial<Values>;

/** Returns the first field with a value that a person may not set; undefined when they may set all of them. */
export const closedFieldAmong = (
  person: Who,
  values: Partial<Record<RequestedField, unknown>>,
): RequestedField | undefined =>
  fieldsClosedTo(person).find((field) => values[field] !== undefined);

/** The begin of a sentence for owners who want to delete applications. */
export const toDelete = 'To delete applications';

export const forAdministrators = (what: string): string => `${what} is for administrators only`;

/** Explains why a person may not set a field of an app. */
export const whyClosed = (field: RequestedField): string => forAdministrators(fieldNames[field]);
