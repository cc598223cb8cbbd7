import {
  appsWithFindings,
  appWithFindings,
  checkAppAnswer,
  checkAppForm,
  finding,
  findingAnswer,
  findingList,
  muteFindingForm,
  unmuteFindingForm,
} from './findings.ts';

/** The names of the schemas in the OpenAPI document. */
export const findingRequestBodies = {
  CheckApp: checkAppForm,
  MuteFinding: muteFindingForm,
  UnmuteFinding: unmuteFindingForm,
} as const;
export const findingResponseBodies = {
  AppsWithFindings: appsWithFindings,
  AppWithFindings: appWithFindings,
  CheckedApp: checkAppAnswer,
  Finding: finding,
  FindingAnswer: findingAnswer,
  FindingList: findingList,
} as const;
