import { defineFeature } from '../../feature.ts';
import { createLimitTries } from './link-check.service.ts';
import { createPasswordCheck } from './password-check.service.ts';
import { presentSignIn } from './sessions.present.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { createSessions } from './sessions.service.ts';
import { endSessions } from './sessions.store.ts';

/** Sign-ins with a password, and the sessions that they open. */
export const sessions = defineFeature({
  endAccess: (tx, { kind, id }) => endSessions(tx, kind, id),
  build({ db, hasher, settings: { sessionHours }, logger }) {
    const checkPassword = createPasswordCheck({ db, hasher });
    const service = createSessions({ db, checkPassword, sessionHours, logger });
    const { findActor, stillOpen } = service;
    return {
      gives: {
        checkPassword,
        limitTries: createLimitTries({ db }),
        /** Signs in a person whose password was set just now. AppError `wrong-credentials` when it was changed since. */
        signIn: async (who: Parameters<typeof service.openFor>[0]) =>
          presentSignIn(who.kind, await service.openFor(who)),
        sessionsWay: { findActor, stillOpen },
        endSessions,
      },
      register: (server) => sessionRoutes(server, { sessions: service }),
    };
  },
});
