import type { Person } from '@adwarden/contract/people/people';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** Selects the change requests that a person sees, as `seesRequest` decides it. */
export function requestsSeen(
  eb: ExpressionBuilder<Schema, 'change_request'>,
  person: Person,
): Expression<SqlBool>[] {
  if (person.kind === 'admin') return [];
  const own = eb.selectFrom('app').select('app.appID').where('app.ownerId', '=', person.id);
  const isAuthor = eb.and([
    eb('change_request.authorKind', '=', 'user'),
    eb('change_request.authorId', '=', person.id),
  ]);
  const isForOwnApp = eb.and([
    eb('change_request.authorKind', '=', 'admin'),
    eb('change_request.appID', 'in', own),
    // Quotes within a value are escaped, so only a key looks like this.
    eb('change_request.changes', 'not like', '%"selectedUser":%'),
  ]);
  return [eb.or([isAuthor, isForOwnApp])];
}

/** Selects the change requests whose note a person reads, as `readsRequest` decides it. */
export function requestsRead(
  eb: ExpressionBuilder<Schema, 'change_request'>,
  person: Person,
): Expression<SqlBool> {
  if (person.kind === 'admin') return eb.lit(true);
  return eb.or([eb('authorKind', '=', 'user'), eb('change_request.ownerId', '=', person.id)]);
}
