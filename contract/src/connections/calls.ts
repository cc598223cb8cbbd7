import { z } from 'zod';
import { requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { connectionAnswer } from './connections.ts';

const missing = 'The address must name an app';
const params = z.object({ appID: requiredText(missing, { label: 'App ID', max: limits.text.id }) });

/** The schemas of the calls of "Connect". */
export const connectionCalls = {
  connectApp: { params, answer: connectionAnswer, refusals: ['not-found'] },
  getConnection: { params, answer: connectionAnswer, events: true, refusals: ['not-found'] },
} as const;
