import { factorPath } from '@adwarden/contract/factors/factor-path';
import type { FactorLink } from '@adwarden/contract/factors/removing';
import type { PersonKind } from '@adwarden/contract/people/people';
import type { ChangeLog, LoggedWrite } from '../../changes/change-log.ts';
import type { Actor } from '../../http/actor.ts';
import { AppError, notFound } from '../../kit/app-error.ts';
import { isoTime } from '../../kit/clock.ts';
import { newBearer, sha256 } from '../../kit/ids.ts';
import { shownName } from '../../kit/shown-name.ts';
import { endSessions } from '../../sessions/sessions.store.ts';
import { hasLink, replaceLink } from './factors.links.store.ts';
import { type LoggedPerson, loggedFactor } from './factors.present.ts';
import { deleteFactorsOf, findPerson } from './factors.store.ts';

/** The places that a link begins with: the address of the back office, which may not be known, and the path below it. */
export type LinkPlace = { officeAddress: string | undefined; basePath: string };

/**
 * Removes all second factors of an account, for somebody who has lost them, ends its sessions, and makes the link that takes their
 * place: the password alone is not enough (ADR 137). Somebody who still has a link gets a newer one. Null when there was neither.
 */
export async function removeFactorsOf(
  { tx, log }: LoggedWrite,
  person: LoggedPerson,
  { officeAddress, basePath }: LinkPlace,
): Promise<FactorLink | null> {
  const isLater = await hasLink(tx, person);
  const removed = await deleteFactorsOf(tx, person);
  if (removed === 0 && !isLater) return null;
  const name = removed > 0 ? 'All second factors' : 'All second factors (a newer link)';
  const row = loggedFactor(name, person);
  await log({ entity: 'factor', key: person.id, action: 'factor.remove', row });
  const token = newBearer();
  const endsAt = await replaceLink(tx, person, sha256(token));
  await endSessions(tx, person.kind, person.id);
  const link = `${officeAddress ?? basePath}${factorPath}#${token}`;
  return { link, endsAt: isoTime(endsAt) };
}

const nouns = { admin: 'Administrator', user: 'User' };

export type FactorRemoval = ReturnType<typeof createFactorRemoval>;

/** Builds what administrators do with the second factors of others (ADR 137). */
export function createFactorRemoval(deps: LinkPlace & { changeLog: ChangeLog }) {
  return {
    /** Removes all second factors of somebody else. AppError `not-found`, and `conflict` for oneself and for somebody without one. */
    removeOf: (
      actor: Actor,
      kind: PersonKind,
      id: string,
    ): Promise<FactorLink & { fullName: string }> =>
      deps.changeLog(actor, async (write) => {
        if (actor.kind === kind && actor.id === id) {
          throw new AppError('conflict', 'Your own second factors are on Sign-in and security');
        }
        const person = await findPerson(write.tx, kind, id);
        if (!person) throw notFound(nouns[kind]);
        const { fullName } = person;
        const made = await removeFactorsOf(write, { kind, id, ...person }, deps);
        if (!made) throw new AppError('conflict', `${shownName(fullName)} has no second factor`);
        return { ...made, fullName };
      }),
  };
}
