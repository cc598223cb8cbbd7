import type { PersonKind } from '@adwarden/contract/people/people';
import type { ChangeLog } from '../../changes/change-log.ts';
import type { Tx } from '../../db/schema.ts';
import type { Author } from '../../http/actor.ts';
import { AppError } from '../../kit/app-error.ts';
import { shownName } from '../../kit/shown-name.ts';
import { endSessionsOfProvider } from '../../sessions/sessions.store.ts';
import * as store from './single-sign-on.bindings.store.ts';

export type UnbindingDeps = {
  changeLog: ChangeLog;
  /** What people call the provider. */
  name: string;
  adminsOfProvider: { mustLeaveSomebody(tx: Tx, id: string): Promise<void> };
};

const nouns = { admin: 'Administrator', user: 'User' };

/** Builds the way back from single sign-on, which also works where it is no longer set up (ADR 142). */
export function createUnbinding(deps: UnbindingDeps) {
  const { changeLog, name, adminsOfProvider } = deps;
  const mayLose = { admin: adminsOfProvider.mustLeaveSomebody, user: async () => {} };
  return {
    /** Unbinds an account, and ends the sessions that single sign-on has opened. AppError `not-found`, or `conflict` for the last one. */
    unbind: (author: Author, kind: PersonKind, id: string): Promise<{ fullName: string }> =>
      changeLog(author, async ({ tx, log }) => {
        const person = await store.findPerson(tx, { kind, id });
        if (!person) throw new AppError('not-found', `${nouns[kind]} not found`);
        const { fullName, login } = person;
        if (!(await store.bindingOf(tx, { kind, id }))) {
          throw new AppError('not-found', `${shownName(fullName)} has no single sign-on`);
        }
        await mayLose[kind](tx, id);
        const about = { person: `${fullName} (${login})`, personKind: kind, personId: id };
        const row = { name, ...about };
        await log({ entity: 'single-sign-on', key: id, action: 'oidc.unbind', row });
        await store.deleteBindingOf(tx, { kind, id });
        await endSessionsOfProvider(tx, kind, id);
        return { fullName };
      }),
  };
}

export type Unbinding = ReturnType<typeof createUnbinding>;
