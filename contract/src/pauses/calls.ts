import { z } from 'zod';
import { requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { pauseAnswer, pauseForm, pauseList, pauseListQuery } from './pauses.ts';

const missing = 'The address must name a pause';
const pauseID = z.object({ id: requiredText(missing, { label: 'Pause', max: limits.text.id }) });

/** The schemas of the calls about pauses. */
export const pauseCalls = {
  getPauses: { query: pauseListQuery, answer: pauseList },
  startPause: { body: pauseForm, answer: pauseAnswer, refusals: ['conflict'] },
  endPause: {
    params: pauseID,
    answer: pauseAnswer,
    refusals: ['not-found', 'conflict'],
  },
} as const;
