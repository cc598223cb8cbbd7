import type { RequestedField } from '@adwarden/contract/change-requests/change-requests';
import type { ChangeRequestTable } from '../../db/schema.safety.ts';
import type { AppValues, Values } from '../../edits/edits.table.ts';

/** A change request with its JSON parsed. */
export type StoredRequest = Omit<ChangeRequestTable, 'changes' | 'before'> & {
  changes: Values;
  before: Values;
};

/** Returns the fields that a request changes. */
export const fieldsOf = ({ changes }: { changes: Values }): RequestedField[] =>
  Object.keys(changes) as RequestedField[];

/** An app with the fields that a request may set. */
export type RequestableApp = {
  appName: string;
  ownerId: string | null;
  values: AppValues;
};

/** Reads some apps by app ID; deleted ones are left out. */
export type ReadApps<Db> = (db: Db, appIDs: string[]) => Promise<Map<string, RequestableApp>>;

/** Returns the part of a request that the log of changes stores. */
export const loggedRow = (request: StoredRequest) => {
  const { appID, appName, state, at, note, changes, reason } = request;
  return { appID, appName, state, at, note, changes, reason };
};
