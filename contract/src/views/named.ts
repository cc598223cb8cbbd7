import { deletedView, newView, view, viewAnswer, viewChanges, viewListAnswer } from './views.ts';

/** The schemas of saved views that the OpenAPI document names. */
export const viewRequestBodies = { NewView: newView, ViewChanges: viewChanges } as const;

export const viewResponseBodies = {
  View: view,
  ViewAnswer: viewAnswer,
  ViewList: viewListAnswer,
  DeletedView: deletedView,
} as const;
