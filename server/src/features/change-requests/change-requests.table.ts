import type { RequestedField } from '@adwarden/contract/change-requests/change-requests';
import type { ChangeRequestTable } from '../../db/schema.safety.ts';
import type { AppValues, Values } from '../../edits/edits.table.ts';

/** A change request as it is read. */
export type StoredRequest = Omit<ChangeRequestTable, 'changes' | 'before'> & {
  changes: Values;
  before: Values;
};

/** The fields that a request changes. */
export const fieldsOf = ({ changes }: { changes: Values }): RequestedField[] =>
  Object.keys(changes) as RequestedField[];

/** An app by the fields that a request may set. */
export type RequestableApp = {
  appName: string;
  ownerId: string | null;
  values: AppValues;
};

/** Some apps by app ID; deleted ones are left out. */
export type ReadApps<Db> = (db: Db, appIDs: string[]) => Promise<Map<string, RequestableApp>>;

/** What the log of changes stores of a request. */
export const loggedRow = (request: StoredRequest) => {
  const { appID, appName, state, at, note, changes, reason } = request;
  return { appID, appName, state, at, note, changes, reason };
};
