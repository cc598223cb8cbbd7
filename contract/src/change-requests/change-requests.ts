import { z } from 'zod';
import { appConfigurationChanges } from '../app-configurations.ts';
import { newAppForm } from '../apps.ts';
import type { Call } from '../call.ts';
import { success } from '../envelope.ts';
import { inPath, momentInBody, optionalText, requiredText, time } from '../fields.ts';
import { limits } from '../limits.ts';
import { listQuery, pageTotals, textFilter } from '../lists.ts';
import { refusalBodies, requestBodies, responseBodies } from '../named.ts';
import { parameter } from '../parameters.ts';
import { personKinds } from '../people/people.ts';

/*
 * Change requests: edits of an app that are stored now and applied later, at a time (scheduled) or when an administrator
 * has approved them.
 */

export const changeRequestStates = [
  'in-review',
  'scheduled',
  'applied',
  'conflict',
  'failed',
  'missed',
  'rejected',
  'cancelled',
] as const;
export type ChangeRequestState = (typeof changeRequestStates)[number];

/** The reason why a scheduled request waits for an administrator: its database was restored since. */
export const restoredReason = 'The database was restored from a backup after this was scheduled';

/** The states of a request that may still be applied. */
export const openStates = ['in-review', 'scheduled', 'conflict'] as const;

/** Returns the messages for `changes` that are no object or have other keys. */
function changesError({ code, keys = [] }: { code?: string; keys?: readonly string[] }) {
  if (code === 'invalid_type') return 'Changes must be an object with fields of the application';
  if (code !== 'unrecognized_keys') return undefined;
  return keys.includes('icon')
    ? 'An icon cannot be changed later, only at once'
    : `Unknown field: ${keys.join(', ')}`;
}

/** Any part of an edit, except the icon; `country` is that of the app's configuration. */
export const requestedChanges = z.strictObject(
  { ...newAppForm.partial().shape, country: appConfigurationChanges.shape.country },
  { error: (issue) => changesError(issue as Parameters<typeof changesError>[0]) },
);
export type RequestedChanges = z.infer<typeof requestedChanges>;
export type RequestedField = keyof RequestedChanges;

/** A new request. Only a request that needs approval may be without a time: then it is applied when it is approved. */
export const newChangeRequest = z
  .object({
    appID: requiredText('Please Select Application', {
      label: 'Application',
      max: limits.text.id,
    }),
    changes: requestedChanges,
    at: momentInBody('Time'),
    note: optionalText({ label: 'Note', max: limits.text.note, lines: true }).optional(),
  })
  .register(requestBodies, { id: 'NewChangeRequest' });

export const rejection = z
  .object({
    reason: requiredText('Please Enter Reason', { label: 'Reason', max: limits.text.reason }),
  })
  .register(requestBodies, { id: 'Rejection' });

/** Other values for some of the fields that a request changes. */
export const correction = z
  .strictObject({ changes: requestedChanges })
  .register(requestBodies, { id: 'Correction' });

const person = z.object({ kind: z.enum(personKinds), id: z.string(), name: z.string() });

/**
 * A change request. `approval`: an administrator must approve it. `at`: the time when it is applied; null: it is applied
 * when it is approved. `decidedBy`: the person who approved, rejected, applied or cancelled it. `reason`: why it was
 * rejected or could not be applied, or why it waits although it was scheduled. An owner gets neither the ids of
 * administrators nor requests of other owners.
 */
export const changeRequest = z
  .object({
    id: z.string(),
    appID: z.string(),
    appName: z.string(),
    state: z.enum(changeRequestStates),
    approval: z.boolean(),
    at: time.nullable(),
    note: z.string(),
    /** `before` is the value when it was requested; `now` the present one, null for a closed request or a deleted app. */
    diff: z.array(
      z.object({
        field: z.string(),
        before: z.string(),
        after: z.string(),
        now: z.string().nullable(),
      }),
    ),
    author: person,
    decidedBy: person.nullable(),
    reason: z.string(),
    createdAt: time,
    changedAt: time,
  })
  .register(responseBodies, { id: 'ChangeRequest' });
export type ChangeRequest = z.infer<typeof changeRequest>;

export const changeRequestAnswer = success(changeRequest).register(responseBodies, {
  id: 'ChangeRequestAnswer',
});

/**
 * A request as an approval or "apply" has left it. `entries`: its entries in the log, each of which can be undone; none
 * if it has added or removed the countries of the app, or is applied later.
 */
export const changeRequestCarriedOut = success(
  changeRequest.extend({ entries: z.array(z.number()) }),
).register(responseBodies, { id: 'ChangeRequestCarriedOut' });

/** The answer (202) to an edit of an owner whose changes need approval. */
export const changeRequestWaiting = success(z.object({ changeRequest })).register(responseBodies, {
  id: 'ChangeRequestWaiting',
});

/** The 409 of a request that could not be applied, or that an earlier request is in the way of. */
export const changeRequestInTheWay = z
  .object({ changeRequest })
  .register(refusalBodies, { id: 'ChangeRequestInTheWay' });

/** A page of the list. `needsApproval`: an administrator must approve each change that the caller makes to an application. */
export const changeRequestList = success(z.array(changeRequest))
  .extend({ ...pageTotals, needsApproval: z.boolean() })
  .register(responseBodies, { id: 'ChangeRequestList' });

const askedStates = [...changeRequestStates, 'open'] as const;

/** The query of the list: always a page, the newest first unless `sort` says otherwise. */
export const changeRequestListQuery = listQuery(['createdAt', 'at', 'changedAt'], {
  state: parameter(
    'Only requests in this state; `open` are all that may still be applied',
    z.enum(askedStates, `state must be one of: ${askedStates.join(', ')}`).optional(),
  ),
  appID: textFilter('appID', 'Only requests for this app', limits.text.id),
});
export type ChangeRequestListQuery = z.infer<typeof changeRequestListQuery>;

const requestID = z.object({ requestID: inPath('a change request', 'Change request') });

/** The calls about change requests. */
export const changeRequestCalls = {
  getChangeRequests: {
    method: 'GET',
    path: '/changeRequests',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    summary: 'List the scheduled changes and the changes that wait for approval',
    query: changeRequestListQuery,
    answer: changeRequestList,
  },
  getChangeRequest: {
    method: 'GET',
    path: '/changeRequests/:requestID',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    summary: 'Read a scheduled change or a change that waits for approval',
    params: requestID,
    answer: changeRequestAnswer,
    refusals: ['not-found'],
  },
  createChangeRequest: {
    method: 'POST',
    path: '/changeRequests',
    who: 'signed-in',
    viewers: false,
    keys: 'apps',
    creates: true,
    holds: 'changes',
    summary: 'Schedule a change of an app',
    body: newChangeRequest,
    answer: changeRequestAnswer,
    inTheWay: changeRequestInTheWay,
    refusals: ['not-found', 'conflict'],
  },
  approveChangeRequest: {
    method: 'POST',
    path: '/changeRequests/:requestID/approve',
    who: 'admin',
    viewers: false,
    keys: false,
    summary: 'Approve a change: it is applied at once, or scheduled if it has a time',
    params: requestID,
    answer: changeRequestCarriedOut,
    inTheWay: changeRequestInTheWay,
    refusals: ['not-found'],
  },
  correctChangeRequest: {
    method: 'PUT',
    path: '/changeRequests/:requestID',
    who: 'admin',
    viewers: false,
    keys: false,
    holds: 'changes',
    summary: 'Give a change that waits for approval other values, before it is approved',
    params: requestID,
    body: correction,
    answer: changeRequestAnswer,
    inTheWay: changeRequestInTheWay,
    refusals: ['not-found'],
  },
  rejectChangeRequest: {
    method: 'POST',
    path: '/changeRequests/:requestID/reject',
    who: 'admin',
    viewers: false,
    keys: false,
    summary: 'Reject a change that waits for approval',
    params: requestID,
    body: rejection,
    answer: changeRequestAnswer,
    inTheWay: changeRequestInTheWay,
    refusals: ['not-found'],
  },
  applyChangeRequest: {
    method: 'POST',
    path: '/changeRequests/:requestID/apply',
    who: 'signed-in',
    viewers: false,
    keys: false,
    summary: 'Apply a change although somebody has changed the same fields since',
    params: requestID,
    answer: changeRequestCarriedOut,
    inTheWay: changeRequestInTheWay,
    refusals: ['not-found', 'forbidden'],
  },
  cancelChangeRequest: {
    method: 'DELETE',
    path: '/changeRequests/:requestID',
    who: 'signed-in',
    viewers: false,
    keys: 'apps',
    summary: 'Cancel or withdraw a change that is not applied yet',
    params: requestID,
    answer: changeRequestAnswer,
    inTheWay: changeRequestInTheWay,
    refusals: ['not-found', 'forbidden'],
  },
} as const satisfies Record<string, Call>;
