import type { ChangeLog } from '../changes/change-log.ts';
import { createSecretReads, everybody } from '../changes/secret-reads.ts';
import type { Db } from '../db/schema.ts';
import { createEdits, editableApps } from '../edits/edits.service.ts';
import { createAdministration } from '../features/admins/admins.manage.service.ts';
import { adminRoutes } from '../features/admins/admins.routes.ts';
import { createAdmins } from '../features/admins/admins.service.ts';
import { createKeyCalls } from '../features/api-keys/api-keys.calls.service.ts';
import { apiKeyRoutes } from '../features/api-keys/api-keys.routes.ts';
import { createApiKeys } from '../features/api-keys/api-keys.service.ts';
import { createKeyWarnings } from '../features/api-keys/api-keys.warnings.service.ts';
import { createAppAdsChecks } from '../features/app-ads/app-ads.check.service.ts';
import { accountKeeper } from '../features/app-ads/app-ads.restore.service.ts';
import { appAdsRoutes } from '../features/app-ads/app-ads.routes.ts';
import { createAppAds } from '../features/app-ads/app-ads.service.ts';
import { createAppConfigurationLists } from '../features/app-configurations/app-configurations.list.service.ts';
import {
  configurationKeeper,
  restoreConfiguration,
} from '../features/app-configurations/app-configurations.restore.service.ts';
import { appConfigurationRoutes } from '../features/app-configurations/app-configurations.routes.ts';
import { createAppConfigurationsService } from '../features/app-configurations/app-configurations.service.ts';
import { accountNameRoutes } from '../features/apps/accounts/apps.accounts.routes.ts';
import { createAccountNames } from '../features/apps/accounts/apps.accounts.service.ts';
import { createAppEdits } from '../features/apps/apps.edit.service.ts';
import { appRoutes } from '../features/apps/apps.routes.ts';
import { createAppsService } from '../features/apps/apps.service.ts';
import type { ConnectService } from '../features/apps/connect/apps.connect.service.ts';
import {
  type AppsListDeps,
  createAppsListService,
} from '../features/apps/list/apps.list.service.ts';
import { createFilterValues } from '../features/apps/list/apps.list.values.service.ts';
import { reassignApps, unassignApps } from '../features/apps/owners/apps.owners.service.ts';
import { createAppKeeper } from '../features/apps/restoring/apps.restore.service.ts';
import { createTestAds, type ExplainAds } from '../features/apps/test-ads/apps.test-ads.service.ts';
import { batchRoutes } from '../features/batches/batches.routes.ts';
import { createBatches } from '../features/batches/batches.service.ts';
import { createTurns } from '../features/batches/running/batches.turns.service.ts';
import { categoryRoutes } from '../features/categories/categories.routes.ts';
import { ensureCategories } from '../features/categories/categories.service.ts';
import { changeRequestRoutes } from '../features/change-requests/change-requests.routes.ts';
import { needsApproval } from '../features/change-requests/change-requests.store.ts';
import { createWaysBack } from '../features/changes/changes.restore.service.ts';
import { changeRoutes } from '../features/changes/changes.routes.ts';
import { type Doctor, doctorRoutes } from '../features/doctor/doctor.routes.ts';
import { edgeRoutes } from '../features/edges/edges.routes.ts';
import { createEdges } from '../features/edges/edges.service.ts';
import { exportRoutes } from '../features/export/export.routes.ts';
import { createExports } from '../features/export/export.service.ts';
import { createJudgeChanged } from '../features/findings/findings.changed.service.ts';
import { createCheckApp } from '../features/findings/findings.check.service.ts';
import { findingRoutes } from '../features/findings/findings.routes.ts';
import { createFindings } from '../features/findings/findings.service.ts';
import type { Judging } from '../features/findings/judging/judging.service.ts';
import { judgeOutside, judgeSites } from '../features/findings/judging/run.service.ts';
import { askForRun } from '../features/findings/judging/run.store.ts';
import { apiMethodKeeper } from '../features/global-config/global-config.restore.service.ts';
import { globalConfigRoutes } from '../features/global-config/global-config.routes.ts';
import { createGlobalConfigService } from '../features/global-config/global-config.service.ts';
import { importRoutes } from '../features/import/import.routes.ts';
import { createInvitationLinks } from '../features/invitations/invitations.links.service.ts';
import { invitationRoutes } from '../features/invitations/invitations.routes.ts';
import { createInvitations } from '../features/invitations/invitations.service.ts';
import { endInvitationOf, endInvitationsBy } from '../features/invitations/invitations.store.ts';
import { passwordRoutes } from '../features/passwords/passwords.routes.ts';
import { createChangePassword } from '../features/passwords/passwords.service.ts';
import { pastedListRoutes } from '../features/pasted-lists/pasted-lists.routes.ts';
import { createPastedLists } from '../features/pasted-lists/pasted-lists.service.ts';
import { pauseRoutes } from '../features/pauses/pauses.routes.ts';
import { createPausesService } from '../features/pauses/pauses.service.ts';
import { createLimitTries } from '../features/sessions/link-check.service.ts';
import { createPasswordCheck } from '../features/sessions/password-check.service.ts';
import { presentSignIn } from '../features/sessions/sessions.present.ts';
import { sessionRoutes } from '../features/sessions/sessions.routes.ts';
import { createSessions } from '../features/sessions/sessions.service.ts';
import { endSessions } from '../features/sessions/sessions.store.ts';
import { createTrafficComparisons } from '../features/traffic/traffic.comparison.service.ts';
import { createTrafficExports } from '../features/traffic/traffic.export.service.ts';
import { trafficRoutes } from '../features/traffic/traffic.routes.ts';
import { createTraffic } from '../features/traffic/traffic.service.ts';
import { createTokenUses } from '../features/traffic/traffic.tokens.service.ts';
import { createDeliveries } from '../features/usage/usage.deliveries.service.ts';
import { usageRoutes } from '../features/usage/usage.routes.ts';
import { createUsage } from '../features/usage/usage.service.ts';
import { createUserPasswords } from '../features/users/users.passwords.service.ts';
import { createUserKeeper } from '../features/users/users.restore.service.ts';
import { type NotePasswordsRead, userRoutes } from '../features/users/users.routes.ts';
import { createUsers } from '../features/users/users.service.ts';
import { dropSealedPasswords } from '../features/users/users.store.ts';
import { viewRoutes } from '../features/views/views.routes.ts';
import { createViews } from '../features/views/views.service.ts';
import type { BackOffice } from '../http/route.ts';
import { createIconCheck } from '../icons/icon.check.ts';
import { iconRoutes } from '../icons/icons.routes.ts';
import { isIconStored, saveIcon } from '../icons/icons.store.ts';
import type { Clock } from '../kit/clock.ts';
import type { Logger } from '../kit/logger.ts';
import { createMailer } from '../kit/mailer.ts';
import { createFetchOutside } from '../kit/outside/fetch-outside.ts';
import { createResolveHost, type ResolveHost } from '../kit/outside/resolve-host.ts';
import { createPasswordHasher, type PasswordCost } from '../kit/password-hash.ts';
import type { Seal } from '../kit/seal.ts';
import { createWeaknessOf } from '../kit/weak-password.ts';
import { repeatCalls } from '../repeats/repeats.ts';
import type { Settings } from '../settings.ts';
import { seesSecrets } from '../sight/secrets.policy.ts';
import { composeBulk } from './compose-bulk.ts';
import { composeCarryOut } from './compose-carry-out.ts';
import { composeChangeRequests } from './compose-change-requests.ts';
import { deleteThingsOf, endAccess } from './end-access.ts';
import { waysIn } from './ways-in.ts';

/** The dependencies of the features. */
export type FeatureDeps = {
  db: Db;
  changeLog: ChangeLog;
  judging: Judging;
  seal: Seal;
  clock: Clock;
  settings: Settings;
  logger: Logger;
  /** Tells whether a pause covers an app now. */
  isPaused: AppsListDeps['isPaused'];
  /** The look-up of host names; by default that of this machine. */
  resolve?: ResolveHost;
  /** The cost of a password hash; by default OWASP's. */
  passwordCost?: PasswordCost | undefined;
};

/** Builds every feature and gives each what it needs of the others, because features never import each other. */
export function composeFeatures(deps: FeatureDeps) {
  const { db, changeLog, judging, seal, clock, settings, logger, isPaused } = deps;
  const { resolve = createResolveHost() } = deps;
  const { showPasswords, sessionHours } = settings;
  const hasher = createPasswordHasher(deps.passwordCost);
  const weaknessOf = createWeaknessOf(['Adwarden', settings.companyName]);
  const checkPassword = createPasswordCheck({ db, hasher });
  const sessions = createSessions({ db, checkPassword, sessionHours, logger });
  const apiKeys = createApiKeys({ db, changeLog });
  const ways = waysIn(sessions, createKeyCalls({ db, clock: () => performance.now(), logger }));
  const links = createInvitationLinks({
    mailer: settings.mail && createMailer(settings.mail),
    officeAddress: settings.officeAddress,
    basePath: settings.basePath,
    companyName: settings.companyName,
    logger,
  });
  const adminWrites = {
    endAccess,
    endSessions,
    invitations: links,
    endInvitationsBy,
    deleteThingsOf,
  };
  const admins = createAdmins({ ...adminWrites, db, changeLog, hasher, weaknessOf, clock });
  const administration = createAdministration({
    ...adminWrites,
    endInvitation: (tx, id) => endInvitationOf(tx, { kind: 'admin', id }),
    db,
    changeLog,
    hasher,
    weaknessOf,
  });
  const users = createUsers({
    db,
    changeLog,
    weaknessOf,
    passwords: createUserPasswords({ hasher, seal, showPasswords }),
    endAccess,
    invitations: links,
    deleteThingsOf,
    unassignApps,
  });
  const invitations = createInvitations({
    db,
    keepers: { admin: admins, user: users },
    weaknessOf,
    limitTries: createLimitTries({ db }),
    signIn: sessions.openFor,
  });
  const changePassword = createChangePassword({
    keepers: { admin: admins, user: users },
    weaknessOf,
    checkPassword: ({ kind, login, address }, password, account) =>
      checkPassword({ kind, login, address, purpose: 'change' }, password, account),
  });
  const { appsPerOwner } = settings;
  const appEdits = createAppEdits(createEdits({ appsPerOwner, isIconStored }));
  const { changeRequests, applyDue } = composeChangeRequests({ db, changeLog, appEdits, logger });
  const apps = createAppsService({
    db,
    changeLog,
    checkIcon: createIconCheck((hash) => isIconStored(db, hash)),
    saveIcon,
    appEdits,
    requestApproval: changeRequests.requestApproval,
  });
  const usage = createUsage({ db, clock });
  const { trafficDays } = settings;
  const traffic = createTraffic({ db, clock, trafficDays });
  const comparisons = createTrafficComparisons({ db, clock, trafficDays });
  const trafficExports = createTrafficExports({ traffic, comparisons });
  const readTokenUses = createTokenUses({ db, clock });
  const findings = createFindings({ db, changeLog });
  const deliveriesOf = createDeliveries({ db, clock });
  const lists = createAppsListService({
    db,
    deliveriesOf,
    requestsOf: usage.requestsOf,
    isPaused,
    findingsByRule: findings.countsByRule,
    worstApps: findings.worstApps,
  });
  const { makePreview, imports, exportTexts } = composeBulk({
    db,
    clock,
    judging,
    appsPerOwner,
    deliveriesOf,
  });
  const exports = createExports(exportTexts, clock);
  const edges = createEdges({ db, judgeEdges: judgeOutside, logger });
  const pauses = createPausesService({ db, changeLog, needsApproval, deliveriesOf });
  const views = createViews({ db, clock });
  const appAds = createAppAds({ db, changeLog, judgeSites });
  const appAdsChecks = createAppAdsChecks({
    db,
    fetch: createFetchOutside({
      resolve,
      reach: {
        allowsPrivate: settings.appAdsPrivate,
        setting: 'APP_ADS_PRIVATE',
      },
    }),
    judgeSites,
  });
  const appConfigurations = createAppConfigurationsService({ db, changeLog });
  const configurationLists = createAppConfigurationLists({ db });
  const globalConfig = createGlobalConfigService({ db, changeLog, seal });
  const noteSecretRead = createSecretReads({ changeLog, clock, logger });
  const notePasswordsRead: NotePasswordsRead = (reader, users) => {
    if (!showPasswords || !seesSecrets(reader)) return;
    const whose = users?.map(({ fullName, userID }) => `${fullName} (${userID})`);
    noteSecretRead(reader, 'passwords', whose ?? [everybody]);
  };
  const waysBack = createWaysBack({
    db,
    changeLog,
    clock,
    keepers: {
      app: createAppKeeper({ restoreConfiguration, isIconStored }),
      user: createUserKeeper({ readUser: users.read, reassignApps }),
      'app-configuration': configurationKeeper,
      account: accountKeeper,
      apiMethod: apiMethodKeeper,
    },
    needsApproval,
  });
  const batches = createBatches({
    db,
    changeLog,
    makePreview,
    needsApproval,
    judgeSoon: askForRun,
    readApps: editableApps,
    judgeChanged: createJudgeChanged({ db, clock, ...judging }),
  });
  const carryOutNext = composeCarryOut({ db, changeLog, logger, appsPerOwner });
  const runNext = createTurns({ db, carryOutNext });

  return {
    ...ways,

    readForCallers: globalConfig.readForCallers,

    /** Applies scheduled changes whose time has come; returns whether more may be due. */
    applyDue,

    /** Carries out some apps of a batch; returns whether any batch runs. */
    runNext,

    /** Warns of API keys that end soon. */
    warnOfKeys: createKeyWarnings({ db }),

    /** Checks some sites whose last check was a day ago. */
    checkSites: appAdsChecks.checkDue,

    /** The services that the commands of the shell use. */
    services: {
      users,
      apps,
      appConfigurations,
      pauses,
      changeRequests,
      exports,
      imports,
      batches,
      views,
      apiKeys,
    },

    /** Adds what a new database lacks, and returns the first administrator. */
    async prepare() {
      await ensureCategories(changeLog);
      if (!showPasswords) await dropSealedPasswords(db);
      return admins.ensureFirst(settings.admin);
    },

    /**
     * Registers the routes. `explainAds` explains the answer that a phone would get for an app; `connect` shows the answers that
     * phones get; `doctor` checks the installation.
     */
    register(
      server: BackOffice,
      explainAds: ExplainAds,
      connect: ConnectService,
      doctor: Doctor,
    ): void {
      repeatCalls(server, { db, seal });
      sessionRoutes(server, { sessions });
      passwordRoutes(server, { changePassword });
      adminRoutes(server, { administration });
      apiKeyRoutes(server, { apiKeys });
      invitationRoutes(server, { invitations, presentSignIn });
      userRoutes(server, { users, noteRead: notePasswordsRead });
      categoryRoutes(server, { db });
      const testAds = createTestAds({ db, explainAds });
      const filterValues = createFilterValues({ db });
      appRoutes(server, { apps, lists, filterValues, testAds, connect });
      pastedListRoutes(server, { pastedLists: createPastedLists({ db }) });
      accountNameRoutes(server, { accountNames: createAccountNames({ db }) });
      const { requestsByCountry } = usage;
      const checkApp = createCheckApp({ db, clock, ...judging, requestsByCountry });
      findingRoutes(server, { findings, checkApp });
      usageRoutes(server, { usage });
      trafficRoutes(server, { traffic, comparisons, trafficExports, readTokenUses });
      edgeRoutes(server, { edges });
      doctorRoutes(server, doctor);
      pauseRoutes(server, { pauses });
      appConfigurationRoutes(server, { appConfigurations, lists: configurationLists });
      globalConfigRoutes(server, {
        globalConfig,
        noteRead: (reader) => {
          if (seesSecrets(reader)) noteSecretRead(reader, 'keys');
        },
      });
      changeRoutes(server, { db, waysBack });
      changeRequestRoutes(server, { changeRequests });
      batchRoutes(server, { batches });
      exportRoutes(server, { exports });
      importRoutes(server, { imports });
      viewRoutes(server, { views });
      appAdsRoutes(server, { appAds, checks: appAdsChecks });
      iconRoutes(server, { db });
    },
  };
}
