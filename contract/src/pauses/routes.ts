import type { Route } from '../route.ts';

/** The calls about pauses. */
export const pauseRoutes = {
  getPauses: {
    method: 'GET',
    path: '/pauses',
    who: 'signed-in',
    summary: 'List the pauses of ads; owners only get those that cover their own apps',
  },
  startPause: {
    method: 'POST',
    urgent: true,
    path: '/pauses',
    who: 'signed-in',
    summary: 'Stop the ads of all apps, an account, an owner or an app; owners only of an own app',
  },
  endPause: {
    method: 'POST',
    urgent: true,
    path: '/pauses/:id/end',
    who: 'signed-in',
    summary: 'End a pause: its apps are as they were before',
  },
} as const satisfies Record<string, Route>;
