import { limits } from '@adwarden/contract/limits';
import type { PersonKind } from '@adwarden/contract/people/people';
import type { Db } from '../../db/schema.ts';
import type { JobRun } from '../../jobs/job.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Seal } from '../../kit/seal.ts';
import type { SingleSignOnSettings } from '../../settings.ts';
import type { createAccounts } from './single-sign-on.accounts.service.ts';
import * as store from './single-sign-on.grants.store.ts';
import type { Provider } from './single-sign-on.provider.service.ts';
import { openToken, sealToken } from './single-sign-on.sealing.service.ts';

const { minutes, atOnce, perRun, runSeconds } = limits.singleSignOn.refresh;

export type RefreshDeps = {
  db: Db;
  seal: Seal;
  logger: Logger;
  settings: Pick<SingleSignOnSettings, 'issuer' | 'sessionMs'>;
  provider: Pick<Provider, 'refresh' | 'revoke'>;
  accounts: Pick<ReturnType<typeof createAccounts>, 'follow' | 'end' | 'subjectOf'>;
  /** Tells whether a session has not ended, and lets it go on for `OIDC_SESSION_HOURS` more. */
  isSessionOpen: (id: string) => Promise<boolean>;
  keepSession: (id: string) => Promise<void>;
};

/** A session that the provider has opened. */
type OfProvider = { kind: PersonKind; id: string; session: string };

export type Refreshing = ReturnType<typeof createRefreshing>;

/** Builds what asks the provider, as long as a session lives, whether its person is still who they were (ADR 144). */
export function createRefreshing(deps: RefreshDeps) {
  const { db, seal, logger, provider, accounts, isSessionOpen, keepSession } = deps;
  const { issuer, sessionMs } = deps.settings;
  // A session of one hour must be asked about before it ends.
  const everyMs = Math.min(minutes * 60_000, sessionMs / 2);

  /** Asks about one session. Returns why the provider has not answered; '' when it has. */
  async function ask(grant: store.TakenGrant, subject: string): Promise<string> {
    const { session, kind, accountId: id } = grant;
    const token = openToken(seal, grant);
    if (token === null) {
      await store.tryLater(db, grant, true);
      return 'a refresh token cannot be opened';
    }
    const answer = await provider.refresh(token, subject, (next) =>
      store.keepToken(db, grant, next === null ? null : sealToken(seal, grant, next)),
    );
    if (answer.is === 'silent') {
      await store.tryLater(db, grant, answer.isSure);
      return answer.why;
    }
    if (answer.is === 'over' && grant.wasUnsure) {
      // Perhaps an attempt whose answer was lost has used up the token. The session ends `OIDC_SESSION_HOURS` after the last answer.
      await store.deleteGrant(db, grant);
      return '';
    }
    if (answer.is !== 'known') {
      await accounts.end({ kind, id }, session, (tx) => store.deleteGrant(tx, grant));
      return '';
    }
    if (answer.claims) await accounts.follow({ kind, id }, answer.claims);
    await keepSession(session);
    await store.endAttempt(db, grant, everyMs);
    return '';
  }

  /**
   * Tells the provider that a refresh token is not needed any more, unless the person has another session: some providers end all
   * sign-ins of a person at this office with one token. A failure does not matter: nobody has the token then.
   */
  async function giveBack(token: string, subject: string): Promise<void> {
    if (await store.hasGrantOf(db, { issuer, subject })) return;
    await provider.revoke(token).catch(() => {});
  }

  /** Forgets the refresh token of a session that is over; `subject` is null for one that is none of this provider. */
  async function forget(grant: store.TakenGrant, subject: string | null): Promise<void> {
    const token = openToken(seal, grant);
    if (!(await store.deleteGrant(db, grant))) return;
    if (token !== null && subject !== null) await giveBack(token, subject);
  }

  async function look(due: string): Promise<string> {
    const grant = await store.takeGrant(db, due);
    if (!grant) return '';
    const { session, kind, accountId: id } = grant;
    const subject = await accounts.subjectOf({ kind, id });
    if (subject !== null && (await isSessionOpen(session))) return ask(grant, subject);
    await forget(grant, subject);
    return '';
  }

  return {
    /** Stores the refresh token of a session that is about to be opened. */
    async begin({ kind, id, session }: OfProvider, token: string): Promise<void> {
      const place = { session, kind, accountId: id };
      await store.insertGrant(db, { ...place, sealed: sealToken(seal, place, token) }, everyMs);
    },

    /** Gives back the refresh token of a sign-in that needs none. Nobody waits for it. */
    drop(token: string, subject: string): void {
      giveBack(token, subject).catch((err) =>
        logger.warn({ err }, 'a refresh token was not revoked'),
      );
    },

    /**
     * Asks about the sessions that are due, some at once, so that one without an answer holds up no other. Those without an answer come
     * after all others next time.
     */
    async run({ isOver }: Pick<JobRun, 'isOver'>): Promise<void> {
      const due = await store.dueGrants(db, perRun);
      const end = performance.now() + runSeconds * 1000;
      const silent: string[] = [];
      const work = async () => {
        while (!isOver() && performance.now() < end) {
          const next = due.shift();
          if (next === undefined) return;
          const why = await look(next);
          if (why !== '') silent.push(why);
        }
      };
      const done = await Promise.allSettled(Array.from({ length: atOnce }, work));
      if (silent.length > 0) {
        const oidc = { sessions: silent.length, why: silent[0] };
        logger.warn({ oidc }, 'the provider of single sign-on has not answered about sessions');
      }
      const failed = done.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
    },
  };
}
