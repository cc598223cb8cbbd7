import type {
  ChangeRequest,
  RequestedChanges,
  RequestedField,
} from '@adwarden/contract/change-requests/change-requests';
import { fieldName } from '@adwarden/contract/changes/changes';
import { limits } from '@adwarden/contract/limits';
import { closedFieldAmong, whyClosed } from '@adwarden/contract/people/app-fields';
import type { LoggedWrite } from '../../changes/change-log.ts';
import { believedNow } from '../../db/kept-time.ts';
import type { Db } from '../../db/schema.ts';
import type { Values } from '../../edits/edits.table.ts';
import type { Actor } from '../../http/actor.ts';
import { AppError, invalidField, notFound } from '../../kit/app-error.ts';
import { dayMs } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { mustHaveRoom } from '../../quotas/quotas.ts';
import { seesApp } from '../../sight/apps.policy.ts';
import { seesRequest } from '../../sight/requests.policy.ts';
import { presentRequest } from './change-requests.present.ts';
import { changeRequestsQuota } from './change-requests.quota.ts';
import * as store from './change-requests.store.ts';
import { fieldsOf, loggedRow, type ReadApps, type StoredRequest } from './change-requests.table.ts';

export type Wanted = {
  appID: string;
  changes: RequestedChanges;
  /** The time in epoch milliseconds at which it is applied; absent or null: when it is approved. */
  at?: number | null;
  note?: string | undefined;
  /** The time when it is made, by the database's clock; now unless given. All requests of a batch are made at its start. */
  madeAt?: number;
};

export type MakingDeps = {
  readApps: ReadApps<Db>;
  /** Returns the values after an edit, as they would be stored; AppError when the actor may not make it now. */
  valuesAfter: (
    write: LoggedWrite,
    actor: Actor,
    appID: string,
    changes: RequestedChanges,
  ) => Promise<Values>;
};

export type MakeRequest = ReturnType<typeof createMaking>;

/** Builds the function that makes a change request. It is checked like an edit that is saved at once. */
export function createMaking({ readApps, valuesAfter }: MakingDeps) {
  return async (write: LoggedWrite, actor: Actor, wanted: Wanted): Promise<ChangeRequest> => {
    const { tx, log } = write;
    const { appID, at = null, note = '' } = wanted;
    const createdAt = wanted.madeAt ?? (await believedNow(tx));
    const account = await store.findAuthor(tx, actor);
    const approval = account?.needsApproval ?? 'off';
    const closed = closedFieldAmong(actor, wanted.changes);
    if (closed) throw invalidField(closed, whyClosed(closed));
    mustBeAhead(at, createdAt, approval === 'on');

    const after = await valuesAfter(write, actor, appID, wanted.changes);
    const app = (await readApps(tx, [appID])).get(appID);
    if (!app) throw notFound('Application');
    // A former owner's request is never applied. After a request that gives the app away, this one is not applied either.
    const open = (await store.openRequestsOf(tx, appID)).filter(
      (one) =>
        seesApp({ kind: one.authorKind, id: one.authorId }, app) && seesRequest(actor, one, app),
    );
    const planned = scheduledBefore(open, at);
    const expected = { ...app.values, ...planned };
    const fields = (Object.keys(wanted.changes) as RequestedField[]).filter(
      (field) => after[field] !== undefined && after[field] !== expected[field],
    );
    if (fields.length === 0) {
      throw invalidField('changes', 'Nothing to change: the application has these values already');
    }
    const of = (values: Values) =>
      Object.fromEntries(fields.map((field) => [field, values[field]])) as Values;
    const request: StoredRequest = {
      id: newId(),
      appID,
      appName: app.appName,
      // When an open request changes the owner first, this one is not for the present owner.
      ownerId: 'selectedUser' in planned ? null : app.ownerId,
      state: approval === 'on' ? 'in-review' : 'scheduled',
      approval,
      at,
      note,
      changes: of(after),
      before: of(expected),
      authorKind: actor.kind,
      authorId: actor.id,
      authorName: actor.fullName,
      authorAddress: actor.address,
      decidedByKind: '',
      decidedById: '',
      decidedByName: '',
      reason: '',
      createdAt,
      changedAt: createdAt,
    };
    mustBeFirst(request, open, (first) => presentRequest(first, app, actor));
    // Owners and administrators are counted apart, so that an owner cannot use up an app's limit and keep administrators out.
    mustHaveRoomInApp(open.filter((one) => one.authorKind === actor.kind).length);
    await mustHaveRoom(tx, actor, changeRequestsQuota);
    await store.insertRequest(tx, request);
    await log({
      entity: 'change-request',
      key: request.id,
      action: 'create',
      row: loggedRow(request),
    });
    return presentRequest(request, app, actor);
  };
}

/** Refuses (400) a time that is missing, past or too far ahead, by the database's clock. */
export function mustBeAhead(at: number | null, now: number, needsApproval: boolean): void {
  if (at === null) {
    if (!needsApproval) throw invalidField('at', 'Please Select Time');
    return;
  }
  if (at <= now) throw invalidField('at', 'Time must be in the future');
  if (at - now > limits.changeRequests.daysAhead * dayMs) {
    throw invalidField('at', 'Time must be at most a year ahead');
  }
}

/** Returns the values that the scheduled requests before a time will have set by then. */
function scheduledBefore(open: StoredRequest[], at: number | null): Values {
  if (at === null) return {};
  const earlier = open.filter((one) => one.state === 'scheduled' && one.at !== null && one.at < at);
  return Object.assign({}, ...earlier.map(({ changes }) => changes));
}

/** Refuses (409) a second request for the same field at the same time, and describes the first. */
function mustBeFirst(
  request: StoredRequest,
  open: StoredRequest[],
  present: (first: StoredRequest) => ChangeRequest,
): void {
  for (const field of fieldsOf(request)) {
    const first = open.find(({ at, changes }) => at === request.at && changes[field] !== undefined);
    if (!first) continue;
    const name = fieldName('app', field);
    const { author, at } = present(first);
    const message =
      at === null
        ? `${name} has an open change request already`
        : `${name} is to be changed at ${at} already, by ${author.name}`;
    throw new AppError('change-request', message, {
      fields: [{ field, message }],
      extra: { changeRequest: present(first) },
    });
  }
}

/** Refuses (409) one more open request than an app may have. */
function mustHaveRoomInApp(openOfApp: number): void {
  const { openOfApp: most } = limits.changeRequests;
  if (openOfApp < most) return;
  const message = `This application has ${most} open change requests, as many as it may have`;
  throw new AppError('conflict', message);
}
