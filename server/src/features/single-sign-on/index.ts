import type { PersonKind } from '@adwarden/contract/people/people';
import { singleSignOnPath } from '@adwarden/contract/single-sign-on/single-sign-on-path';
import type { Tx } from '../../db/schema.ts';
import { defineFeature, type Office } from '../../feature.ts';
import { type AccountsDeps, createAccounts } from './single-sign-on.accounts.service.ts';
import { deleteBindingOf } from './single-sign-on.bindings.store.ts';
import { createFlows } from './single-sign-on.flows.service.ts';
import { createProvider } from './single-sign-on.provider.service.ts';
import { singleSignOnRoutes } from './single-sign-on.routes.ts';
import { createSingleSignOn, type SingleSignOnDeps } from './single-sign-on.service.ts';
import { createUnbinding, type UnbindingDeps } from './single-sign-on.unbinding.service.ts';

/** What the features of sessions, second factors, administrators and owners give. */
type Given = Pick<SingleSignOnDeps, 'mustBeConfirmed' | 'signInByProvider' | 'confirmByProvider'> &
  Pick<AccountsDeps, 'adminsOfProvider' | 'users' | 'endInvitationOf'> &
  Pick<UnbindingDeps, 'adminsOfProvider'> & {
    sessionsWay: Pick<SingleSignOnDeps, 'findActor'>;
  };

/** Single sign-on with OpenID Connect (ADR 142). */
export const singleSignOn = defineFeature({
  bounds: { quotas: [], pruning: [] },
  deleteThingsOf: (tx: Tx, kind: PersonKind, id: string) => deleteBindingOf(tx, { kind, id }),
  build(office: Office & Given) {
    const { db, changeLog, seal, logger } = office;
    const settings = office.settings.singleSignOn;
    const name = settings?.name ?? 'single sign-on';
    const unbinding = createUnbinding({ ...office, name });
    const service =
      settings &&
      createSingleSignOn({
        ...office,
        settings,
        flows: createFlows({ db, seal }),
        provider: createProvider({
          settings,
          redirectUri: `${settings.office}${singleSignOnPath}`,
          logger,
        }),
        accounts: createAccounts({ ...office, db, changeLog, settings }),
        findActor: office.sessionsWay.findActor,
      });
    return {
      gives: {},
      register(server) {
        singleSignOnRoutes(server, { singleSignOn: service, unbinding, name });
      },
    };
  },
});
