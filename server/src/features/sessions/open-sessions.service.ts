import type { OpenSession } from '@adwarden/contract/open-sessions';
import { can } from '@adwarden/contract/people/abilities';
import type { ChangeLog, LoggedWrite } from '../../changes/change-log.ts';
import type { Db } from '../../db/schema.ts';
import type { Actor, MustBeConfirmed } from '../../http/actor.ts';
import { AppError, notFound } from '../../kit/app-error.ts';
import type { Life } from '../../sessions/sessions.store.ts';
import type { CountryOf } from './new-country.service.ts';
import { isOwn, mayEnd } from './open-sessions.policy.ts';
import { loggedSession, presentSession } from './open-sessions.present.ts';
import * as store from './open-sessions.store.ts';

export type OpenSessions = ReturnType<typeof createOpenSessions>;

/** Builds what people do with open sessions: see where they are signed in, and end that (ADR 135). */
export function createOpenSessions(deps: {
  db: Db;
  changeLog: ChangeLog;
  countryOf: CountryOf;
  life: Life;
  /** Asks again who somebody is before they end a session of somebody else. */
  mustBeConfirmed: MustBeConfirmed;
}) {
  const { db, changeLog, countryOf, life, mustBeConfirmed } = deps;
  const entryOf = (session: store.ListedSession) => ({
    entity: 'session' as const,
    key: session.id,
    action: 'session.end' as const,
    row: loggedSession(session, countryOf(session.address)),
  });

  return {
    /** Lists own sessions, or those of `account` for whoever manages sessions (403 for anybody else). */
    async list(person: Actor, account = ''): Promise<OpenSession[]> {
      const isOfOther = account !== '' && account !== person.id;
      if (isOfOther && !can(person, 'manage-sessions')) {
        throw new AppError('forbidden', 'Only administrators see the sessions of others');
      }
      const { kind, id } = person;
      const whose = isOfOther ? { id: account } : { kind, id };
      const rows = await store.sessionsOf(db, whose, life);
      const sessions = rows.map((row) =>
        presentSession(row, countryOf(row.address), person.session),
      );
      return sessions.toSorted((one, other) => Number(other.isThis) - Number(one.isThis));
    },

    /** Ends a session at once. AppError `not-found` for one that the person may not end; 403 with `again` for one of others. */
    async end(person: Actor, id: string): Promise<void> {
      const find = async (from: Db) => {
        const session = await store.sessionByID(from, id, life);
        if (!session || !mayEnd(person, session)) throw notFound('Session');
        return session;
      };
      if (!isOwn(person, await find(db))) await mustBeConfirmed(person, 'recent');
      await changeLog(person, async ({ tx, log }) => {
        await log(entryOf(await find(tx)));
        await store.deleteSessionByID(tx, id);
      });
    },

    /** Ends a session that the provider of single sign-on does not know any more. */
    async endByProvider({ tx, log }: LoggedWrite, id: string): Promise<void> {
      const session = await store.sessionByID(tx, id, life);
      if (session) await log(entryOf(session));
      await store.deleteSessionByID(tx, id);
    },

    /** Ends all sessions of the caller but the one of the call; returns how many. */
    endOthers: (person: Actor): Promise<number> =>
      changeLog(person, async ({ tx, log }) => {
        const { kind, id, session: own = '' } = person;
        const others = (await store.sessionsOf(tx, { kind, id }, life)).filter(
          (session) => session.id !== own,
        );
        if (others.length > 0) await log(...others.map(entryOf));
        await store.deleteOtherSessions(tx, { kind, id }, own);
        return others.length;
      }),
  };
}
