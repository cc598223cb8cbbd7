import { defineFeature, type Office } from '../../feature.ts';
import type { Actor } from '../../http/actor.ts';
import type { BackOffice } from '../../http/route.ts';
import { signInRules } from '../../people/sign-in-rules.ts';
import { type CheckPassword, createPasswordCheck } from '../../sessions/password-check.service.ts';
import { endSessions, isSessionOpen, keepSession } from '../../sessions/sessions.store.ts';
import {
  type AskAgain,
  createMustBeConfirmed,
  createRenewToken,
  type RenewToken,
} from './confirming.service.ts';
import { forgetCountriesOf } from './known-countries.store.ts';
import { type CountryOf, createNoteCountry } from './new-country.service.ts';
import { openSessionRoutes } from './open-sessions.routes.ts';
import { createOpenSessions } from './open-sessions.service.ts';
import { deleteSessionByID } from './open-sessions.store.ts';
import { presentSignIn } from './sessions.present.ts';
import { type LeaveTo, sessionRoutes, signOutRoute } from './sessions.routes.ts';
import { createSessions, type Sessions, type SessionsDeps } from './sessions.service.ts';

/** Answers a question to the person of a session, and returns its new token. */
type ConfirmByProvider = (actor: Actor, bearer: string, ticket: string) => Promise<string>;

/** The second step of a sign-in, from the feature of second factors. */
type SecondStep = Pick<SessionsDeps, 'askFactor'> & {
  askAgain: AskAgain;
  confirmAtProvider: (deps: {
    findAccount: Sessions['find'];
    renewToken: RenewToken;
  }) => ConfirmByProvider;
  registerSecondStep: (
    server: BackOffice,
    deps: {
      findAccount: Sessions['find'];
      openSession: Sessions['openAfterFactor'];
      presentSignIn: typeof presentSignIn;
      checkPassword: CheckPassword;
      renewToken: RenewToken;
    },
  ) => void;
};

/** Sign-ins with a password, and the sessions that they open. */
export const sessions = defineFeature({
  bounds: { quotas: [], pruning: [] },
  endAccess: (tx, { kind, id }, onlySession) =>
    onlySession === undefined ? endSessions(tx, kind, id) : deleteSessionByID(tx, onlySession),
  deleteThingsOf: forgetCountriesOf,
  build(office: Office & { countryOf: CountryOf } & SecondStep) {
    const { db, changeLog, countryOf, hasher, logger } = office;
    const { askFactor, askAgain, confirmAtProvider, registerSecondStep } = office;
    const { sessionLife, singleSignOn } = office.settings;
    const life = { ...sessionLife, singleSignOn: singleSignOn?.sessionMs ?? 0 };
    const checkPassword = createPasswordCheck({ db, hasher });
    const service = createSessions({
      db,
      checkPassword,
      life,
      rules: signInRules(office.settings),
      providerName: singleSignOn?.name ?? '',
      noteCountry: createNoteCountry({ db, changeLog, countryOf, logger }),
      logger,
      askFactor,
    });
    const mustBeConfirmed = createMustBeConfirmed({ db, find: service.find, askAgain });
    const openSessions = createOpenSessions({ db, changeLog, countryOf, life, mustBeConfirmed });
    const { findActor, stillOpen } = service;
    const renewToken = createRenewToken({ life });
    return {
      gives: {
        checkPassword,
        /** Signs in a person whose password was set just now. AppError `wrong-credentials` when it was changed since. */
        signIn: async (who: Parameters<typeof service.openFor>[0]) =>
          presentSignIn(who.kind, await service.openFor(who)),
        sessionsWay: { findActor, stillOpen },
        mustBeConfirmed,
        endSessionOfProvider: openSessions.endByProvider,
        isSessionOpen: (id: string) => isSessionOpen(db, id, life),
        keepSession: (id: string) => keepSession(db, id, life),
        /** Answers a question to the person of a session at the provider of single sign-on, and returns the session's new token. */
        confirmByProvider: confirmAtProvider({ findAccount: service.find, renewToken }),
        /** Registers the call for signing out, for single sign-on, which knows the page of the provider. */
        registerSignOut: (server: BackOffice, leaveTo: LeaveTo) =>
          signOutRoute(server, { sessions: service, leaveTo }),
        /** Signs in a person whom the provider of single sign-on has sent back. */
        signInByProvider: async (who: Parameters<typeof service.openByProvider>[0]) =>
          presentSignIn(who.kind, await service.openByProvider(who)),
      },
      register(server) {
        sessionRoutes(server, { sessions: service });
        registerSecondStep(server, {
          findAccount: service.find,
          openSession: service.openAfterFactor,
          presentSignIn,
          checkPassword,
          renewToken,
        });
        openSessionRoutes(server, { openSessions });
      },
    };
  },
});
