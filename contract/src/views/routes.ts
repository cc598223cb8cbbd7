import type { Route } from '../route.ts';

/** The calls about saved views. */
export const viewRoutes = {
  getViews: {
    method: 'GET',
    path: '/views',
    who: 'signed-in',
    summary:
      'List the saved views of a list: the caller’s own, and those that administrators share',
  },
  addView: {
    method: 'POST',
    path: '/views',
    who: 'signed-in',
    holds: 'view',
    summary: 'Save a view of a list; only administrators share',
  },
  updateView: {
    method: 'PUT',
    path: '/views/:viewID',
    who: 'signed-in',
    holds: 'view',
    summary: 'Change a view, or make it the caller’s default',
  },
  deleteView: {
    method: 'DELETE',
    path: '/views/:viewID',
    who: 'signed-in',
    summary: 'Delete a view',
  },
} as const satisfies Record<string, Route>;
