import type { RequestedField } from '@adwarden/contract/change-requests/change-requests';
import type { Db } from '../../../db/schema.ts';
import { invalidField } from '../../../kit/app-error.ts';
import { readEditFacts } from './apps.many.facts.service.ts';

type Values = Partial<Record<RequestedField, string>>;

/** The wanted values as they are stored, and whether their owner has room for one more app; each call takes room. */
export type CheckedEdit = {
  values: Values;
  refusal: (app: { ownerId: string | null }) => string | null;
};

/** Checks an edit of many apps before any of them is looked at: refuses (400) an unknown category or owner. */
export async function checkEditOfMany(
  db: Db,
  values: Values,
  appsPerOwner: number,
): Promise<CheckedEdit> {
  const { category, selectedUser } = values;
  const wanted = {
    logins: selectedUser === undefined ? [] : [selectedUser],
    categories: category === undefined ? [] : [category],
  };
  const facts = await readEditFacts(db, wanted, appsPerOwner);
  if (category !== undefined && !facts.hasCategory(category)) {
    throw invalidField('category', 'Unknown category');
  }
  if (selectedUser === undefined) return { values, refusal: () => null };
  const owner = facts.owner(selectedUser);
  if (!owner) throw invalidField('selectedUser', 'Unknown owner');
  const full = `${owner.fullName} has as many applications as an owner may have (APPS_PER_OWNER)`;
  return {
    values: { ...values, selectedUser: owner.userID },
    refusal: ({ ownerId }) => (ownerId === owner.ownerId || facts.takeRoom(owner) ? null : full),
  };
}
