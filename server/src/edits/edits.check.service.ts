import type { Db } from '../db/schema.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, invalidField, notFound } from '../kit/app-error.ts';
import { type FactsDeps, readCountries, readEditFacts } from './edits.facts.service.ts';
import { ownerIsFull, unknownCategory, unknownOwner } from './edits.plan.policy.ts';
import type { Countries, Refusal, Values } from './edits.table.ts';

/** The wanted values as they are stored, and whether their owner has room for one more app; each call takes room. */
export type CheckedValues = {
  values: Values;
  refusal: (app: { ownerId: string | null }) => string | null;
};

/** Checks values for many apps before any app is looked at: refuses (400) an unknown category or owner. */
export async function checkValues(
  db: Db,
  actor: Actor,
  values: Values,
  deps: FactsDeps,
): Promise<CheckedValues> {
  const { category, selectedUser } = values;
  const facts = await readEditFacts(db, null, [values], deps);
  if (category !== undefined && !facts.hasCategory(category)) {
    throw errorOf(unknownCategory(category));
  }
  if (selectedUser === undefined) return { values, refusal: () => null };
  const owner = facts.owner(selectedUser);
  if (!owner) throw errorOf(unknownOwner(selectedUser));
  const { message } = ownerIsFull(actor, owner.fullName, deps.appsPerOwner);
  return {
    values: { ...values, selectedUser: owner.userID },
    refusal: ({ ownerId }) => (ownerId === owner.ownerId || facts.takeRoom(owner) ? null : message),
  };
}

/** Returns the two country columns for a typed list, null for ''; refuses (400) an entry that is no country, and names it. */
export function countriesOf(text: string): Countries | null {
  const countries = readCountries(text);
  if (typeof countries === 'string') throw invalidField('country', countries);
  return countries;
}

/** Turns the refusal of an edit into the error of a call. */
export function errorOf({ code, field, message }: Refusal): AppError {
  if (code === 'not-found') return notFound('Application');
  return new AppError(code, message, {
    ...(field && { fields: [{ field, message }] }),
    ...(code === 'not-signed-in' && { extra: { token: false } }),
  });
}
