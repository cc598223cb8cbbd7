import { z } from 'zod';
import { requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import {
  changeRequestAnswer,
  changeRequestCarriedOut,
  changeRequestInTheWay,
  changeRequestList,
  changeRequestListQuery,
  newChangeRequest,
  rejection,
} from './change-requests.ts';

const missing = 'The address must name a change request';
const requestID = z.object({
  requestID: requiredText(missing, { label: 'Change request', max: limits.text.id }),
});

/** The schemas of the calls about change requests. */
export const changeRequestCalls = {
  getChangeRequests: { query: changeRequestListQuery, answer: changeRequestList },
  createChangeRequest: {
    body: newChangeRequest,
    answer: changeRequestAnswer,
    inTheWay: changeRequestInTheWay,
    refusals: ['not-found', 'conflict'],
  },
  approveChangeRequest: {
    params: requestID,
    answer: changeRequestCarriedOut,
    inTheWay: changeRequestInTheWay,
    refusals: ['not-found'],
  },
  rejectChangeRequest: {
    params: requestID,
    body: rejection,
    answer: changeRequestAnswer,
    inTheWay: changeRequestInTheWay,
    refusals: ['not-found'],
  },
  applyChangeRequest: {
    params: requestID,
    answer: changeRequestCarriedOut,
    inTheWay: changeRequestInTheWay,
    refusals: ['not-found', 'forbidden'],
  },
  cancelChangeRequest: {
    params: requestID,
    answer: changeRequestAnswer,
    inTheWay: changeRequestInTheWay,
    refusals: ['not-found', 'forbidden'],
  },
} as const;
