import type { LoggedWrite } from '../../changes/change-log.ts';
import { type LoggedPerson, loggedFactor } from './factors.present.ts';
import { deleteFactorsOf } from './factors.store.ts';

/** Removes all second factors of an account, for somebody who has lost them. False when there was none. */
export async function resetFactors(
  { tx, log }: LoggedWrite,
  person: LoggedPerson,
): Promise<boolean> {
  if ((await deleteFactorsOf(tx, person)) === 0) return false;
  const row = loggedFactor('All second factors', person);
  await log({ entity: 'factor', key: person.id, action: 'factor.remove', row });
  return true;
}
