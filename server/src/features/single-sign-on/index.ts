import type { PersonKind } from '@adwarden/contract/people/people';
import { singleSignOnPath } from '@adwarden/contract/single-sign-on/single-sign-on-path';
import type { Tx } from '../../db/schema.ts';
import { defineFeature, type Office } from '../../feature.ts';
import type { BackOffice } from '../../http/route.ts';
import type { SingleSignOnSettings } from '../../settings.ts';
import { type AccountsDeps, createAccounts } from './single-sign-on.accounts.service.ts';
import { deleteBindingOf } from './single-sign-on.bindings.store.ts';
import { createFlows } from './single-sign-on.flows.service.ts';
import { deleteAllGrants } from './single-sign-on.grants.store.ts';
import { createProvider } from './single-sign-on.provider.service.ts';
import { refreshJob } from './single-sign-on.refresh.job.ts';
import { createRefreshing, type RefreshDeps } from './single-sign-on.refresh.service.ts';
import { singleSignOnRoutes } from './single-sign-on.routes.ts';
import { createSingleSignOn, type SingleSignOnDeps } from './single-sign-on.service.ts';
import { createUnbinding, type UnbindingDeps } from './single-sign-on.unbinding.service.ts';

/** What the features of sessions, second factors, administrators and owners give. */
type Given = Pick<SingleSignOnDeps, 'mustBeConfirmed' | 'signInByProvider' | 'confirmByProvider'> &
  Pick<AccountsDeps, 'adminsOfProvider' | 'users' | 'endInvitationOf' | 'endSessionOfProvider'> &
  Pick<RefreshDeps, 'isSessionOpen' | 'keepSession'> &
  Pick<UnbindingDeps, 'adminsOfProvider'> & {
    sessionsWay: Pick<SingleSignOnDeps, 'findActor'>;
    /** Registers the call for signing out. `leaveTo` returns the page of the provider for it; null for none. */
    registerSignOut: (
      server: BackOffice,
      leaveTo: (kind: PersonKind) => Promise<string | null>,
    ) => void;
  };

/** Single sign-on with OpenID Connect (ADR 142). */
export const singleSignOn = defineFeature({
  bounds: { quotas: [], pruning: [] },
  deleteThingsOf: (tx: Tx, kind: PersonKind, id: string) => deleteBindingOf(tx, { kind, id }),
  build(office: Office & Given) {
    const { db, changeLog, seal } = office;
    const settings = office.settings.singleSignOn;
    const name = settings?.name ?? 'single sign-on';
    const unbinding = createUnbinding({ ...office, name });
    const built = settings && createParts({ ...office, db, changeLog, settings });
    const service =
      built &&
      createSingleSignOn({
        ...office,
        ...built,
        flows: createFlows({ db, seal }),
        findActor: office.sessionsWay.findActor,
      });
    return {
      gives: {},
      jobs: () => (built ? [refreshJob(built.refreshing)] : []),
      async prepare() {
        // Nobody asks the provider any more.
        if (!settings) await deleteAllGrants(db);
      },
      register(server) {
        office.registerSignOut(server, async (kind) =>
          built?.settings.signsOut ? built.provider.signOutPage(kind) : null,
        );
        singleSignOnRoutes(server, { singleSignOn: service, unbinding, name });
      },
    };
  },
});

/** Builds what talks with the provider, and what follows from its answers. */
function createParts(
  deps: Omit<RefreshDeps, 'provider' | 'accounts'> &
    AccountsDeps & { settings: SingleSignOnSettings },
) {
  const { settings, logger } = deps;
  const redirectUri = `${settings.office}${singleSignOnPath}`;
  const provider = createProvider({ settings, redirectUri, logger });
  const accounts = createAccounts(deps);
  return {
    settings,
    provider,
    accounts,
    refreshing: createRefreshing({ ...deps, provider, accounts }),
  };
}
