import type { Route } from '../route.ts';

/** The calls about the log of changes. */
export const changeRoutes = {
  getChanges: {
    method: 'GET',
    path: '/changes',
    who: 'signed-in',
    summary: 'Read the log of changes, newest first; owners only get entries of their own apps',
  },
  getNews: {
    method: 'GET',
    path: '/changes/news',
    who: 'signed-in',
    summary: 'Which kinds of things have changed since an earlier call; of an owner own ones only',
  },
  previewRestore: {
    method: 'GET',
    path: '/changes/:seq/restore',
    who: 'admin',
    summary: 'Preview of a restore: what it would change',
  },
  restoreChange: {
    method: 'POST',
    path: '/changes/:seq/restore',
    who: 'admin',
    summary:
      'Restore an app, a user, a configuration or the API method to its state after a change (for a delete: before it)',
  },
  previewUndo: {
    method: 'GET',
    path: '/changes/:seq/undo',
    who: 'admin',
    summary: 'Preview of an undo: what it would change',
  },
  undoChange: {
    method: 'POST',
    path: '/changes/:seq/undo',
    who: 'signed-in',
    summary: 'Undo one change, where nobody changed the field since; owners only their own edits',
  },
} as const satisfies Record<string, Route>;
