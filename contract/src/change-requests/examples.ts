import { succeed } from '../envelope.ts';
import { examplePage } from '../example-page.ts';

/** Builds an example of each schema of change requests, about an app and its owner. */
export function changeRequestExamples(app: {
  appID: string;
  appName: string;
  updatedAt: string;
  userId: string;
}) {
  const { appID, appName, updatedAt, userId } = app;
  const changeRequest = {
    id: 'z4x5k3v7m2y6q7ab',
    appID,
    appName,
    state: 'scheduled',
    approval: false,
    at: '2026-12-24T17:00:00.000Z',
    note: 'Quiet over Christmas',
    diff: [{ field: 'adsStatus', before: 'on', after: 'off', now: 'on' }],
    author: { kind: 'user', id: userId, name: 'Ada Harbour' },
    decidedBy: null,
    reason: '',
    createdAt: updatedAt,
    changedAt: updatedAt,
  };
  const waiting = { ...changeRequest, state: 'in-review', approval: true, at: null, note: '' };

  return {
    NewChangeRequest: {
      appID,
      changes: { adsStatus: 'off' },
      at: changeRequest.at,
      note: changeRequest.note,
    },
    Correction: { changes: { adsStatus: 'off' } },
    Rejection: { reason: 'This is the ad unit of another app' },
    ChangeRequestAnswer: succeed('Tide Clock: change scheduled', changeRequest),
    ChangeRequestCarriedOut: succeed('Tide Clock: updated', {
      ...changeRequest,
      at: null,
      approval: true,
      state: 'applied',
      note: '',
      diff: [{ field: 'adsStatus', before: 'on', after: 'off', now: null }],
      decidedBy: { kind: 'admin', id: 'r3t6y2u5i4o7p3as', name: 'Anna Quay' },
      entries: [4711],
    }),
    ChangeRequestList: { ...examplePage('Change requests', changeRequest), needsApproval: false },
    ChangeRequestWaiting: succeed('Tide Clock: waiting for approval', { changeRequest: waiting }),
    ChangeRequestInTheWay: {
      status: 'error',
      success: false,
      message: 'Not applied. Changed since: Ads Status',
      errors: [{ field: 'adsStatus', message: 'Ads Status was changed since' }],
      changeRequest: { ...changeRequest, state: 'conflict', reason: 'Changed since: Ads Status' },
    },
  };
}
