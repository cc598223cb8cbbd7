import type { Route } from '../route.ts';

/** The calls of "Connect". */
export const connectionRoutes = {
  connectApp: {
    method: 'POST',
    path: '/apps/connect/:appID',
    who: 'signed-in',
    summary: 'Watch the answers to the phones of an app for ten minutes',
  },
  getConnection: {
    method: 'GET',
    path: '/apps/connect/:appID',
    who: 'signed-in',
    summary: 'The last answer to a phone of a watched app; as a stream of events, each new one',
  },
} as const satisfies Record<string, Route>;
