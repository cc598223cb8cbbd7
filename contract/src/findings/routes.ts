import type { Route } from '../route.ts';

/** The calls about findings. */
export const findingRoutes = {
  checkApp: {
    method: 'POST',
    path: '/apps/checkApp',
    who: 'signed-in',
    holds: 'app',
    readsOnly: true,
    summary: 'What would be found if an app were saved like this',
  },
  getFindings: {
    method: 'GET',
    path: '/findings',
    who: 'signed-in',
    summary: 'List what is probably wrong; owners only get findings of their own apps',
  },
  getAppsWithFindings: {
    method: 'GET',
    path: '/findings/apps',
    who: 'signed-in',
    summary: 'List the apps that something is probably wrong with, those with most requests first',
  },
  muteFinding: {
    method: 'POST',
    path: '/findings/mute',
    who: 'signed-in',
    summary: 'Mute a finding, until its facts change',
  },
  unmuteFinding: {
    method: 'POST',
    path: '/findings/unmute',
    who: 'signed-in',
    summary: 'Open a muted finding again',
  },
} as const satisfies Record<string, Route>;
