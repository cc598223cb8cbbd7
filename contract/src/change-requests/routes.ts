import type { Route } from '../route.ts';

/** The calls about change requests. */
export const changeRequestRoutes = {
  getChangeRequests: {
    method: 'GET',
    path: '/changeRequests',
    who: 'signed-in',
    summary: 'List the scheduled changes and the changes that wait for approval',
  },
  createChangeRequest: {
    method: 'POST',
    path: '/changeRequests',
    who: 'signed-in',
    holds: 'changes',
    summary: 'Schedule a change of an app',
  },
  approveChangeRequest: {
    method: 'POST',
    path: '/changeRequests/:requestID/approve',
    who: 'admin',
    summary: 'Approve a change: it is applied at once, or scheduled if it has a time',
  },
  rejectChangeRequest: {
    method: 'POST',
    path: '/changeRequests/:requestID/reject',
    who: 'admin',
    summary: 'Reject a change that waits for approval',
  },
  applyChangeRequest: {
    method: 'POST',
    path: '/changeRequests/:requestID/apply',
    who: 'signed-in',
    summary: 'Apply a change although somebody has changed the same fields since',
  },
  cancelChangeRequest: {
    method: 'DELETE',
    path: '/changeRequests/:requestID',
    who: 'signed-in',
    summary: 'Cancel or withdraw a change that is not applied yet',
  },
} as const satisfies Record<string, Route>;
