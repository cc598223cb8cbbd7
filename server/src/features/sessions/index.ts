import { defineFeature, type Office } from '../../feature.ts';
import type { BackOffice } from '../../http/route.ts';
import {
  type AskAgain,
  createMustBeConfirmed,
  createRenewToken,
  type RenewToken,
} from './confirming.service.ts';
import { createFactorTries, type LimitFactorTries } from './factor-tries.service.ts';
import { forgetCountriesOf } from './known-countries.store.ts';
import { createLimitTries } from './link-check.service.ts';
import { type CountryOf, createNoteCountry } from './new-country.service.ts';
import { openSessionRoutes } from './open-sessions.routes.ts';
import { createOpenSessions } from './open-sessions.service.ts';
import { deleteSessionByID } from './open-sessions.store.ts';
import { createPasskeyTries, type LimitPasskeys } from './passkey-tries.service.ts';
import { type CheckPassword, createPasswordCheck } from './password-check.service.ts';
import { presentSignIn } from './sessions.present.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { createSessions, type Sessions, type SessionsDeps } from './sessions.service.ts';
import { endSessions } from './sessions.store.ts';

/** The second step of a sign-in, from the feature of second factors. */
type SecondStep = Pick<SessionsDeps, 'askFactor'> & {
  askAgain: AskAgain;
  registerSecondStep: (
    server: BackOffice,
    deps: {
      findAccount: Sessions['find'];
      limitTries: LimitFactorTries;
      limitPasskeys: LimitPasskeys;
      openSession: Sessions['openAfterFactor'];
      presentSignIn: typeof presentSignIn;
      checkPassword: CheckPassword;
      renewToken: RenewToken;
      endSessions: typeof endSessions;
    },
  ) => void;
};

/** Sign-ins with a password, and the sessions that they open. */
export const sessions = defineFeature({
  endAccess: (tx, { kind, id }, onlySession) =>
    onlySession === undefined ? endSessions(tx, kind, id) : deleteSessionByID(tx, onlySession),
  deleteThingsOf: forgetCountriesOf,
  build(office: Office & { countryOf: CountryOf } & SecondStep) {
    const { db, changeLog, countryOf, hasher, logger, askFactor, askAgain, registerSecondStep } =
      office;
    const { sessionLife: life, requireSecondFactor: required } = office.settings;
    const checkPassword = createPasswordCheck({ db, hasher });
    const service = createSessions({
      db,
      checkPassword,
      life,
      required,
      noteCountry: createNoteCountry({ db, changeLog, countryOf, logger }),
      logger,
      askFactor,
    });
    const mustBeConfirmed = createMustBeConfirmed({ db, find: service.find, askAgain });
    const openSessions = createOpenSessions({ db, changeLog, countryOf, life, mustBeConfirmed });
    const { findActor, stillOpen } = service;
    return {
      gives: {
        checkPassword,
        limitTries: createLimitTries({ db }),
        /** Signs in a person whose password was set just now. AppError `wrong-credentials` when it was changed since. */
        signIn: async (who: Parameters<typeof service.openFor>[0]) =>
          presentSignIn(who.kind, await service.openFor(who)),
        sessionsWay: { findActor, stillOpen },
        mustBeConfirmed,
        endSessions,
      },
      register(server) {
        sessionRoutes(server, { sessions: service });
        registerSecondStep(server, {
          findAccount: service.find,
          limitTries: createFactorTries({ db }),
          limitPasskeys: createPasskeyTries({ db }),
          openSession: service.openAfterFactor,
          presentSignIn,
          checkPassword,
          renewToken: createRenewToken({ life }),
          endSessions,
        });
        openSessionRoutes(server, { openSessions });
      },
    };
  },
});
