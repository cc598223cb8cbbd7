import {
  changeRequest,
  changeRequestAnswer,
  changeRequestCarriedOut,
  changeRequestList,
  changeRequestWaiting,
  newChangeRequest,
  rejection,
} from './change-requests.ts';

/** The schemas of change requests that the OpenAPI document names. */
export const changeRequestRequestBodies = {
  NewChangeRequest: newChangeRequest,
  Rejection: rejection,
} as const;

export const changeRequestResponseBodies = {
  ChangeRequest: changeRequest,
  ChangeRequestAnswer: changeRequestAnswer,
  ChangeRequestCarriedOut: changeRequestCarriedOut,
  ChangeRequestList: changeRequestList,
  ChangeRequestWaiting: changeRequestWaiting,
} as const;
