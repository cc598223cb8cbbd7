import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { accountNames } from './account-names.ts';
import { adminAnswer, adminList, removedAdmin } from './admins/admins.ts';
import { adsAnswer } from './ads.ts';
import { apiKeyList, endedApiKey, newApiKeyAnswer } from './api-keys/api-keys.ts';
import { accountAnswer, accountList, appAdsCheckAnswer } from './app-ads/app-ads.ts';
import { appConfigurationAnswer } from './app-configurations.ts';
import { appStats, deletedApp, ipRules, oldTokens, staleApp } from './apps.ts';
import { batchAnswer, batchApps, batchPreviewAnswer, previewedApps } from './batches/batches.ts';
import { calls } from './calls.ts';
import { categoryList } from './categories.ts';
import {
  changeRequestAnswer,
  changeRequestInTheWay,
  changeRequestWaiting,
} from './change-requests/change-requests.ts';
import { changeList, news, restored, undone, wayBackPreview } from './changes/changes.ts';
import { connectionAnswer } from './connections/connections.ts';
import { acceptedTime, savedCopy, systemChecks } from './doctor.ts';
import { edgeList, forgottenEdge } from './edges.ts';
import { failure, nothing } from './envelope.ts';
import { confirmedAgain } from './factors/again.ts';
import { confirmedFactor } from './factors/confirmed.ts';
import { factorList, newTotpAnswer } from './factors/factors.ts';
import { newPasskeyAnswer, passkeyAsked } from './factors/passkeys.ts';
import { removedFactors } from './factors/removing.ts';
import { filterValues } from './filter-values.ts';
import { checkAppAnswer, findingList } from './findings/findings.ts';
import { globalConfigAnswer } from './global-config.ts';
import { alreadyMade } from './idempotency-key.ts';
import { invitedAnswer } from './invitations/invitations.ts';
import { bellAnswer, readBellAnswer } from './notifications/bell.ts';
import { mailAnswer, testMailAnswer } from './notifications/mail.ts';
import { sentEvent } from './notifications/sent-event.ts';
import { deliveryAnswer, webhookAnswer, webhookList } from './notifications/webhooks.ts';
import { endedSessions, openSessionList } from './open-sessions.ts';
import { pastedListAnswer } from './pasted/pasted-lists.ts';
import { pauseAnswer, pauseEndingAnswer, pauseList } from './pauses/pauses.ts';
import { adminSignedIn, userSignedIn } from './sessions.ts';
import { importColumns, importPreviewAnswer } from './spreadsheets/imports.ts';
import { testAdsAnswer } from './test-ads.ts';
import { trafficComparisonAnswer } from './traffic/comparison.ts';
import { tokenUsesAnswer } from './traffic/tokens.ts';
import { trafficAnswer } from './traffic/traffic.ts';
import { appUsageAnswer, usageAnswer } from './usage.ts';
import {
  deletedUser,
  staleUser,
  userAnswer,
  userList,
  userNameList,
  userPassword,
} from './users.ts';
import { deletedView, viewAnswer, viewListAnswer } from './views/views.ts';
import { waysAnswer } from './ways.ts';

const schemas: Record<string, z.ZodType> = {
  accountAnswer,
  accountList,
  appAdsCheckAnswer,
  adminAnswer,
  adminList,
  apiKeyList,
  factorList,
  newPasskeyAnswer,
  newTotpAnswer,
  passkeyAsked,
  confirmedAgain,
  confirmedFactor,
  endedApiKey,
  newApiKeyAnswer,
  adminSignedIn,
  adsAnswer,
  endedSessions,
  openSessionList,
  appConfigurationAnswer,
  accountNames,
  appStats,
  appUsageAnswer,
  batchAnswer,
  batchApps,
  batchPreviewAnswer,
  bellAnswer,
  categoryList,
  changeList,
  changeRequestAnswer,
  changeRequestInTheWay,
  changeRequestWaiting,
  checkAppAnswer,
  connectionAnswer,
  deletedApp,
  deletedUser,
  deletedView,
  deliveryAnswer,
  systemChecks,
  savedCopy,
  edgeList,
  alreadyMade: failure.extend(alreadyMade.shape),
  failure,
  filterValues,
  findingList,
  forgottenEdge,
  acceptedTime,
  globalConfigAnswer,
  importColumns,
  importPreviewAnswer,
  invitedAnswer,
  ipRules,
  mailAnswer,
  news,
  oldTokens,
  pastedListAnswer,
  pauseAnswer,
  pauseEndingAnswer,
  pauseList,
  previewedApps,
  readBellAnswer,
  removedAdmin,
  removedFactors,
  restored,
  nothing,
  sentEvent,
  staleApp,
  staleUser,
  testAdsAnswer,
  testMailAnswer,
  tokenUsesAnswer,
  trafficAnswer,
  trafficComparisonAnswer,
  undone,
  usageAnswer,
  userAnswer,
  userList,
  userNameList,
  userPassword,
  userSignedIn,
  viewAnswer,
  viewListAnswer,
  wayBackPreview,
  webhookAnswer,
  webhookList,
  waysAnswer,
};

const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/<!-- (\w+) -->\n```json\n([\s\S]*?)```/g)];

test('the page has an example for every schema named here', () => {
  const named = new Set(examples.map(([, name]) => name));
  expect([...named].sort()).toEqual(Object.keys(schemas).sort());
});

test.each(examples.map(([, name = '', json = '']) => ({ name, json })))(
  'the example of $name fits its schema',
  ({ name, json }) => {
    expect(schemas[name]?.safeParse(JSON.parse(json)).error?.issues).toBeUndefined();
  },
);

test('the page names every call', () => {
  const paths = Object.values(calls).map(({ path }) => path.split('/:')[0] ?? path);
  expect(paths.filter((path) => !page.includes(path))).toEqual([]);
});
