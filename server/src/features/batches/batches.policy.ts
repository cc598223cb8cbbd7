import { type BatchChange, fieldsOfEach } from '@adwarden/contract/batches/batch-change';
import type { FieldError } from '@adwarden/contract/envelope';
import { can } from '@adwarden/contract/people/abilities';
import {
  closedFieldAmong,
  fieldsClosedTo,
  forAdministrators,
  toDelete,
  whyClosed,
} from '@adwarden/contract/people/app-fields';
import type { Person } from '@adwarden/contract/people/people';
import type { StoredBatch } from './batches.table.ts';

/* The rules for who may do what with batches. For each app, the same rules apply as for a single edit (edits.plan.policy). */

/** Returns the part of a change that a person may not make; null when there is none (ADR 28 "Who may call"). */
export function closedPart(
  person: Pick<Person, 'kind'>,
  { delete: deletes, country, countries, set = {}, ...rest }: BatchChange,
): FieldError | null {
  const refuse = (part: string, message: string) => ({ field: `change.${part}`, message });
  if (deletes && !can(person, 'delete-apps')) {
    return refuse('delete', forAdministrators(toDelete));
  }
  const ofCountries = closedFieldAmong(person, {
    country: country === undefined ? countries : country,
  });
  if (ofCountries) return refuse('country', whyClosed(ofCountries));
  const forAll = closedFieldAmong(person, set);
  if (forAll) return refuse(`set.${forAll}`, whyClosed(forAll));
  const ofEach: readonly string[] = fieldsOfEach(rest);
  const forEach = fieldsClosedTo(person).find((field) => ofEach.includes(field));
  return forEach ? refuse('setEach', whyClosed(forEach)) : null;
}

/** Says why a batch cannot be undone; null when it can. `undoneBy`: the batch that already takes it back. */
export function undoRefusal(
  batch: Pick<StoredBatch, 'state' | 'kind' | 'changed' | 'requested'>,
  undoneBy: string | undefined,
): string | null {
  if (batch.state === 'running') return 'This bulk change still runs: cancel it first';
  if (batch.kind === 'undo') return 'This bulk change is an undo: start the change again';
  if (undoneBy !== undefined) return 'This bulk change is undone already';
  if (batch.kind === 'tokens') return 'New tokens cannot be taken back';
  if (batch.changed + batch.requested === 0) return 'This bulk change has changed nothing';
  return null;
}
