import { accountNameCalls } from './account-names.ts';
import { adminCalls } from './admins/admins.ts';
import { adsCalls } from './ads.ts';
import { apiKeyCalls } from './api-keys/api-keys.ts';
import { appAdsCalls } from './app-ads/app-ads.ts';
import { appCalls } from './app-calls.ts';
import { appConfigurationCalls } from './app-configurations.ts';
import { batchCalls } from './batches/batches.ts';
import type { Call } from './call.ts';
import { categoryCalls } from './categories.ts';
import { changeRequestCalls } from './change-requests/change-requests.ts';
import { changeCalls } from './changes/changes.ts';
import { connectionCalls } from './connections/connections.ts';
import { doctorCalls } from './doctor.ts';
import { edgeCalls } from './edges.ts';
import { againCalls } from './factors/again.ts';
import { factorCalls } from './factors/factors.ts';
import { passkeyCalls } from './factors/passkeys.ts';
import { factorRemovalCalls } from './factors/removing.ts';
import { filterValueCalls } from './filter-values.ts';
import { findingCalls } from './findings/findings.ts';
import { globalConfigCalls } from './global-config.ts';
import { invitationCalls } from './invitations/invitations.ts';
import { bellCalls } from './notifications/bell.ts';
import { mailCalls } from './notifications/mail.ts';
import { webhookCalls } from './notifications/webhooks.ts';
import { openSessionCalls } from './open-sessions.ts';
import { passwordCalls } from './passwords.ts';
import { pastedListCalls } from './pasted/pasted-lists.ts';
import { pauseCalls } from './pauses/pauses.ts';
import { sessionCalls } from './sessions.ts';
import { singleSignOnCalls } from './single-sign-on/single-sign-on.ts';
import { exportCalls } from './spreadsheets/exports.ts';
import { importCalls } from './spreadsheets/imports.ts';
import { testAdsCalls } from './test-ads.ts';
import { trafficComparisonCalls } from './traffic/comparison.ts';
import { trafficExportCalls } from './traffic/exports.ts';
import { tokenUsesCalls } from './traffic/tokens.ts';
import { trafficCalls } from './traffic/traffic.ts';
import { usageCalls } from './usage.ts';
import { userCalls } from './users.ts';
import { viewCalls } from './views/views.ts';
import { wayCalls } from './ways.ts';

/** All calls, by their names. The web app imports those of each noun alone, so that no page loads every schema. */
export const calls = {
  ...sessionCalls,
  ...wayCalls,
  ...singleSignOnCalls,
  ...openSessionCalls,
  ...passwordCalls,
  ...factorCalls,
  ...passkeyCalls,
  ...againCalls,
  ...factorRemovalCalls,
  ...invitationCalls,
  ...adminCalls,
  ...apiKeyCalls,
  ...userCalls,
  ...categoryCalls,
  ...appCalls,
  ...filterValueCalls,
  ...pastedListCalls,
  ...accountNameCalls,
  ...appConfigurationCalls,
  ...globalConfigCalls,
  ...adsCalls,
  ...usageCalls,
  ...trafficCalls,
  ...trafficComparisonCalls,
  ...trafficExportCalls,
  ...tokenUsesCalls,
  ...testAdsCalls,
  ...edgeCalls,
  ...doctorCalls,
  ...connectionCalls,
  ...findingCalls,
  ...changeCalls,
  ...pauseCalls,
  ...changeRequestCalls,
  ...batchCalls,
  ...exportCalls,
  ...importCalls,
  ...viewCalls,
  ...webhookCalls,
  ...bellCalls,
  ...mailCalls,
  ...appAdsCalls,
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;
