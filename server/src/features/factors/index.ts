import type { PersonKind } from '@adwarden/contract/people/people';
import { defineFeature } from '../../feature.ts';
import type { BackOffice } from '../../http/route.ts';
import { createConfirmAgain, type FactorAgainDeps } from './factors.again.service.ts';
import { createFactorCheck, type LimitFactorTries } from './factors.check.service.ts';
import { deleteLinkOf } from './factors.links.store.ts';
import { createFactorRemoval, type EndSessions } from './factors.removal.service.ts';
import {
  againRoute,
  factorRemovalRoutes,
  factorRoutes,
  type SignedIn,
  secondStepRoute,
} from './factors.routes.ts';
import { createFactors } from './factors.service.ts';
import {
  type AnyAccount,
  createFactorSignIn,
  type FactorSignInDeps,
} from './factors.sign-in.service.ts';
import { deleteFactorsOf } from './factors.store.ts';
import { createTickets } from './factors.tickets.service.ts';

/** The functions that find accounts and open sessions, for the second step of a sign-in. */
type Opening<Account extends AnyAccount> = Pick<
  FactorSignInDeps<Account>,
  'findAccount' | 'openSession'
> &
  Pick<FactorAgainDeps<Account>, 'checkPassword' | 'renewToken'> & {
    limitTries: LimitFactorTries;
    endSessions: EndSessions;
    presentSignIn: (kind: PersonKind, signedIn: { token: string; account: Account }) => SignedIn;
  };

/** Second factors: authenticator apps and recovery codes (ADR 133). */
export const factors = defineFeature({
  async deleteThingsOf(tx, kind, id) {
    await deleteFactorsOf(tx, { kind, id });
    await deleteLinkOf(tx, { kind, id });
  },
  build({ db, changeLog, seal, settings }) {
    const { companyName, officeAddress, basePath, requireSecondFactor: required } = settings;
    const tickets = createTickets({ db, seal });
    const service = createFactors({ db, changeLog, seal, companyName, required });
    return {
      gives: {
        askFactor: tickets.ask,
        askAgain: tickets.askAgain,
        /** Registers the second step of sign-ins, the answer to being asked again, and the removal by others, for the feature that opens sessions. */
        registerSecondStep<Account extends AnyAccount & { hasFactor: boolean }>(
          server: BackOffice,
          {
            presentSignIn,
            limitTries,
            checkPassword,
            renewToken,
            endSessions,
            ...opening
          }: Opening<Account>,
        ): void {
          const checkFactor = createFactorCheck({ db, seal, changeLog, limitTries });
          const { findAccount } = opening;
          const factorSignIn = createFactorSignIn({ changeLog, tickets, checkFactor, ...opening });
          secondStepRoute(server, { factorSignIn, presentSignIn });
          const again = { db, tickets, findAccount, checkFactor, checkPassword, renewToken };
          againRoute(server, { confirmAgain: createConfirmAgain(again) });
          const place = { officeAddress, basePath };
          const removal = createFactorRemoval({ changeLog, endSessions, ...place });
          factorRemovalRoutes(server, { removal });
        },
      },
      register: (server) => factorRoutes(server, { factors: service }),
    };
  },
});
