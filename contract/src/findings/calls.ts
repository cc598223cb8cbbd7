import {
  appsWithFindings,
  checkAppAnswer,
  checkAppForm,
  findingAnswer,
  findingList,
  findingListQuery,
  muteFindingForm,
  unmuteFindingForm,
} from './findings.ts';

/** The schemas of the calls about findings. */
export const findingCalls = {
  checkApp: { body: checkAppForm, answer: checkAppAnswer, refusals: ['not-found'] },
  getFindings: { query: findingListQuery, answer: findingList },
  getAppsWithFindings: { query: findingListQuery, answer: appsWithFindings },
  muteFinding: { body: muteFindingForm, answer: findingAnswer, refusals: ['not-found'] },
  unmuteFinding: { body: unmuteFindingForm, answer: findingAnswer, refusals: ['not-found'] },
} as const;
