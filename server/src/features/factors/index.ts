import type { PersonKind } from '@adwarden/contract/people/people';
import { defineFeature } from '../../feature.ts';
import type { BackOffice } from '../../http/route.ts';
import { factorRoutes, type SignedIn, secondStepRoute } from './factors.routes.ts';
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
  'findAccount' | 'limitTries' | 'openSession'
> & {
  presentSignIn: (kind: PersonKind, signedIn: { token: string; account: Account }) => SignedIn;
};

/** Second factors: authenticator apps and recovery codes (ADR 133). */
export const factors = defineFeature({
  async deleteThingsOf(tx, kind, id) {
    await deleteFactorsOf(tx, { kind, id });
  },
  build({ db, changeLog, seal, settings: { companyName } }) {
    const tickets = createTickets({ db, seal });
    const service = createFactors({ db, changeLog, seal, companyName });
    return {
      gives: {
        askFactor: tickets.ask,
        /** Registers the second step of sign-ins, for the feature that opens sessions. */
        registerSecondStep<Account extends AnyAccount>(
          server: BackOffice,
          { presentSignIn, ...opening }: Opening<Account>,
        ): void {
          const factorSignIn = createFactorSignIn({ db, seal, changeLog, tickets, ...opening });
          secondStepRoute(server, { factorSignIn, presentSignIn });
        },
      },
      register: (server) => factorRoutes(server, { factors: service }),
    };
  },
});
