import type { PersonKind } from '@adwarden/contract/people/people';
import type {
  singleSignOnCalls,
  singleSignOnForm,
} from '@adwarden/contract/single-sign-on/single-sign-on';
import type { z } from 'zod';
import type { Actor, MustBeConfirmed } from '../../http/actor.ts';
import type { Origin } from '../../http/origin.ts';
import { AppError, notFound } from '../../kit/app-error.ts';
import { newBearer, newId } from '../../kit/ids.ts';
import { Limiter } from '../../kit/turns/limiter.ts';
import type { SingleSignOnSettings } from '../../settings.ts';
import type { createAccounts } from './single-sign-on.accounts.service.ts';
import type { createFlows } from './single-sign-on.flows.service.ts';
import type { Known, Provider, Returned } from './single-sign-on.provider.service.ts';
import type { Refreshing } from './single-sign-on.refresh.service.ts';

/** The answer to a sign-in. */
type SignedIn = z.output<typeof singleSignOnCalls.finishSingleSignOn.answer>;

/** What was finished, and for whom. */
type Finished =
  | { for: 'signIn'; kind: PersonKind; id: string; isStrong: boolean; answer: SignedIn }
  | { for: 'again'; token: string }
  | { for: 'link' };

export type SingleSignOnDeps = {
  settings: SingleSignOnSettings;
  flows: ReturnType<typeof createFlows>;
  provider: Provider;
  accounts: ReturnType<typeof createAccounts>;
  refreshing: Pick<Refreshing, 'begin' | 'drop'>;
  /** Finds the session of a bearer token; no API key is one. */
  findActor: (bearer: string, address: string, isUse: boolean) => Promise<Actor | null>;
  mustBeConfirmed: MustBeConfirmed;
  /** Opens the session of a person who has come back. AppError `second-factor` and `wrong-credentials`. */
  signInByProvider: (
    who: { kind: PersonKind; id: string; isStrong: boolean; session: string } & Origin,
  ) => Promise<SignedIn>;
  /** Answers a question to the person of a session, and returns the session's new token. */
  confirmByProvider: (actor: Actor, bearer: string, ticket: string) => Promise<string>;
};

export type SingleSignOn = ReturnType<typeof createSingleSignOn>;

/** Sign-ins that wait for the provider at once: it may hang. */
const atOnce = { places: 20, waiting: 100, ms: 10_000 };

const over = () => new AppError('not-signed-in', 'Please sign in', { extra: { token: false } });

/** Builds single sign-on: what begins at the provider, and what comes back from it (ADR 142). */
export function createSingleSignOn(deps: SingleSignOnDeps) {
  const { settings, flows, provider, accounts, refreshing, findActor, mustBeConfirmed } = deps;
  const { signInByProvider, confirmByProvider } = deps;
  const { name, owners, strong } = settings;
  const busy = () =>
    new AppError('too-many', `Too many sign-ins wait for ${name}`, { retryAfter: 5 });
  const mayUseHere: Record<PersonKind, boolean> = { admin: true, user: owners !== 'off' };
  const inTurn = new Limiter({ ...atOnce, refusal: busy });

  /** Returns the person of a session; AppError `not-signed-in`, or `forbidden` while something must be set up first. */
  async function personOf(bearer: string | null, address: string): Promise<Actor> {
    const actor = bearer && (await findActor(bearer, address, true));
    if (!actor) throw over();
    return actor;
  }

  function mayUse(kind: PersonKind): void {
    if (mayUseHere[kind]) return;
    throw new AppError('forbidden', `${name} is not for app owners here`);
  }

  /** Finds or makes the account of a sign-in, and stores the refresh token of its session, which is opened later. */
  async function begun(
    kind: PersonKind,
    { refreshToken, ...known }: Known & { refreshToken: string | null },
    address: string,
  ): Promise<{ id: string; session: string }> {
    const session = newId();
    try {
      const id = await accounts.accountOf(kind, known, address);
      const isOfProvider = (await accounts.subjectOf({ kind, id })) !== null;
      if (refreshToken && isOfProvider) {
        await refreshing.begin({ kind, id, session }, refreshToken);
      } else if (refreshToken) refreshing.drop(refreshToken, known.subject);
      return { id, session };
    } catch (error) {
      if (refreshToken) refreshing.drop(refreshToken, known.subject);
      throw error;
    }
  }

  const isStrong = ({ claims }: Known): boolean =>
    typeof claims.acr === 'string' && strong.includes(claims.acr);

  return {
    /**
     * Begins a sign-in, the answer to being asked again, or a link. AppError `too-many`; for the latter two also `not-signed-in` and
     * `forbidden`.
     */
    async begin(
      {
        as,
        for: purpose = 'signIn',
        ticket = '',
        chooseAccount = false,
      }: z.output<typeof singleSignOnForm>,
      { bearer, address }: { bearer: string | null; address: string },
    ): Promise<{ url: string; flow: string }> {
      mayUse(as);
      let session = '';
      if (purpose !== 'signIn') {
        const person = await personOf(bearer, address);
        if (person.kind !== as) throw over();
        if (purpose === 'link') {
          const { mustSetUp = [] } = person;
          if (mustSetUp.length > 0) {
            throw new AppError('forbidden', 'Please set up what is missing first', {
              extra: { mustSetUp },
            });
          }
          await mustBeConfirmed(person, 'recent');
        }
        session = person.session ?? '';
      }
      const agreed = { nonce: newBearer(), verifier: newBearer() };
      const what = { as, for: purpose, session, ticket, ...agreed };
      const { state, flow } = await flows.begin(what, address);
      const choosesAccount = chooseAccount && purpose === 'signIn';
      const url = await inTurn.run(() =>
        provider.begin({ state, ...agreed }, { asking: purpose, choosesAccount }),
      );
      return { url, flow };
    },

    /** Finishes what was begun in this browser. AppError with words for people. */
    async finish(
      { state, flow: kept, ...returned }: Returned & { state: string; flow: string },
      { bearer, ...origin }: Origin & { bearer: string | null },
    ): Promise<Finished> {
      const flow = await flows.take({ state, flow: kept });
      const { as: kind, nonce, verifier, for: purpose } = flow;
      const person = purpose === 'signIn' ? null : await personOf(bearer, origin.address);
      // It was begun in another session.
      if (person && (person.kind !== kind || person.session !== flow.session)) throw over();
      const known = await inTurn.run(() =>
        provider.finish(returned, { state, nonce, verifier }, purpose),
      );
      if (!person) {
        const { id, session } = await begun(kind, known, origin.address);
        const who = { kind, id, isStrong: isStrong(known) };
        const answer = await signInByProvider({ ...who, session, ...origin });
        return { for: 'signIn', ...who, answer };
      }
      if (purpose === 'link') {
        await accounts.link(person, known);
        return { for: 'link' };
      }
      if (!(await accounts.isOf(person, known))) {
        throw new AppError('forbidden', `You have signed in at ${name} as somebody else`);
      }
      return { for: 'again', token: await confirmByProvider(person, bearer ?? '', flow.ticket) };
    },
  };
}

/** Builds the refusal where single sign-on is not set up. */
export const notSetUp = () => notFound('Single sign-on');
