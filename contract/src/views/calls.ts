import { z } from 'zod';
import { requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import {
  deletedView,
  newView,
  viewAnswer,
  viewChanges,
  viewListAnswer,
  viewListQuery,
} from './views.ts';

const missing = 'The address must name a view';
const viewID = z.object({ viewID: requiredText(missing, { label: 'View', max: limits.text.id }) });

/** The schemas of the calls about saved views. */
export const viewCalls = {
  getViews: { query: viewListQuery, answer: viewListAnswer, refusals: ['forbidden'] },
  addView: { body: newView, answer: viewAnswer, refusals: ['forbidden', 'conflict'] },
  updateView: {
    params: viewID,
    body: viewChanges,
    answer: viewAnswer,
    refusals: ['forbidden', 'not-found', 'conflict'],
  },
  deleteView: { params: viewID, answer: deletedView, refusals: ['not-found'] },
} as const;
