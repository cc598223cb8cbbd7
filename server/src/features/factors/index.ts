import type { PersonKind } from '@adwarden/contract/people/people';
import { defineFeature } from '../../feature.ts';
import type { BackOffice } from '../../http/route.ts';
import { passkeysByHost } from '../../people/passkey-hosts.store.ts';
import { lostPasskeys, relyingPartyOf } from '../../people/relying-party.ts';
import { singleSignOnWay } from '../../people/sign-in-rules.ts';
import { createFactorTries } from '../../sessions/factor-tries.service.ts';
import { createPasskeyTries } from '../../sessions/passkey-tries.service.ts';
import {
  createConfirmAgain,
  createConfirmByProvider,
  type FactorAgainDeps,
} from './factors.again.service.ts';
import { createFactorCheck } from './factors.check.service.ts';
import { deleteLinkOf } from './factors.links.store.ts';
import { createPasskeySignIn } from './factors.passkey-sign-in.service.ts';
import { createPasskeyCheck } from './factors.passkeys.check.service.ts';
import { createPasskeys } from './factors.passkeys.service.ts';
import { deleteHandleOf } from './factors.passkeys.store.ts';
import { createFactorRemoval } from './factors.removal.service.ts';
import {
  againRoute,
  factorRemovalRoutes,
  factorRoutes,
  passkeyRoutes,
  passkeyStepRoute,
  type SignedIn,
  secondStepRoute,
  waysRoute,
} from './factors.routes.ts';
import { createFactors } from './factors.service.ts';
import { createFactorSignIn } from './factors.sign-in.service.ts';
import type { AnyAccount, SignInEnd } from './factors.sign-in-end.service.ts';
import { deleteFactorsOf } from './factors.store.ts';
import { type AskedAccount, createTickets } from './factors.tickets.service.ts';

/** The functions that find accounts and open sessions, for the second step of a sign-in. */
type Opening<Account extends AnyAccount> = Pick<SignInEnd<Account>, 'findAccount' | 'openSession'> &
  Pick<FactorAgainDeps<Account>, 'checkPassword' | 'renewToken'> & {
    presentSignIn: (kind: PersonKind, signedIn: { token: string; account: Account }) => SignedIn;
  };

/** Second factors: authenticator apps, recovery codes (ADR 133), and passkeys, which can also replace the password (ADR 141). */
export const factors = defineFeature({
  bounds: { quotas: [], pruning: [] },
  async deleteThingsOf(tx, kind, id) {
    await deleteFactorsOf(tx, { kind, id });
    await deleteLinkOf(tx, { kind, id });
    await deleteHandleOf(tx, { kind, id });
  },
  build({ db, changeLog, seal, settings, logger }) {
    const { companyName, officeAddress, basePath, requireSecondFactor: required } = settings;
    const party = relyingPartyOf(settings);
    const tickets = createTickets({ db, seal, party });
    const service = createFactors({ db, changeLog, seal, companyName, required, party });
    const passkeys = createPasskeys({ db, changeLog, party, companyName });
    return {
      gives: {
        askFactor: tickets.ask,
        askAgain: tickets.askAgain,
        /** Builds the answer to being asked again at the provider of single sign-on. */
        confirmAtProvider: <Account extends AnyAccount & AskedAccount>(
          deps: Pick<FactorAgainDeps<Account>, 'findAccount' | 'renewToken'>,
        ) => createConfirmByProvider({ db, tickets, ...deps }),
        /** Registers the second step of sign-ins, and the answer to being asked again, for the feature that opens sessions. */
        registerSecondStep<Account extends AnyAccount & AskedAccount>(
          server: BackOffice,
          { presentSignIn, checkPassword, renewToken, ...opening }: Opening<Account>,
        ): void {
          const passkeyCheck = createPasskeyCheck({ db, changeLog, logger, party });
          const limitPasskeys = createPasskeyTries({ db });
          const checkFactor = createFactorCheck({
            db,
            seal,
            changeLog,
            passkeyCheck,
            limitTries: createFactorTries({ db }),
            limitPasskeys,
          });
          const { findAccount } = opening;
          const passkeySignIn = createPasskeySignIn({
            tickets,
            party,
            passkeyCheck,
            limitPasskeys,
            ...opening,
          });
          const factorSignIn = createFactorSignIn({
            changeLog,
            tickets,
            checkFactor,
            passkeySignIn,
            ...opening,
          });
          secondStepRoute(server, { factorSignIn, presentSignIn });
          passkeyStepRoute(server, { passkeySignIn });
          const again = { db, tickets, findAccount, checkFactor, checkPassword, renewToken };
          againRoute(server, { confirmAgain: createConfirmAgain(again) });
        },
      },
      async prepare() {
        const words = lostPasskeys(await passkeysByHost(db), party);
        if (words !== '') logger.warn(words);
      },
      register(server) {
        factorRoutes(server, { factors: service });
        passkeyRoutes(server, { passkeys });
        const removal = createFactorRemoval({ changeLog, officeAddress, basePath });
        factorRemovalRoutes(server, { removal });
        waysRoute(server, { party, singleSignOn: singleSignOnWay(settings) });
      },
    };
  },
});
