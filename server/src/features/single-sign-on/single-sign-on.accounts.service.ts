import { limits } from '@adwarden/contract/limits';
import type { AdminRole, PersonKind } from '@adwarden/contract/people/people';
import type { ChangeLog, LoggedWrite } from '../../changes/change-log.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { type Author, systemAuthor } from '../../http/actor.ts';
import { AppError } from '../../kit/app-error.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Claims } from '../../people/claim-rules.ts';
import type { SingleSignOnSettings } from '../../settings.ts';
import * as store from './single-sign-on.bindings.store.ts';
import {
  addressOf,
  believedAddress,
  nameOf,
  roleBy,
  wantedClaims,
} from './single-sign-on.claims.policy.ts';
import type { Known } from './single-sign-on.provider.service.ts';

/** An account, with its names. */
type Person = { kind: PersonKind; id: string; fullName: string; login: string };

export type AccountsDeps = {
  db: Db;
  changeLog: ChangeLog;
  settings: SingleSignOnSettings;
  /** Writes administrators. */
  adminsOfProvider: {
    findByEmail(
      db: Db,
      email: string,
    ): Promise<
      | { id: string; fullName: string; login: string; isOn: boolean; hasPassword: boolean }
      | undefined
    >;
    add(
      write: LoggedWrite,
      admin: { email: string; fullName: string; role: AdminRole },
    ): Promise<string>;
    setRole(write: LoggedWrite, id: string, role: AdminRole): Promise<void>;
    loseClaim(write: LoggedWrite, id: string): Promise<boolean>;
    regainClaim(write: LoggedWrite, id: string): Promise<void>;
  };
  /** Adds an owner without a password. */
  users: {
    addOfProvider(write: LoggedWrite, owner: { email: string; fullName: string }): Promise<string>;
  };
  /** Ends the invitation of an account. */
  endInvitationOf: (tx: Tx, account: { kind: PersonKind; id: string }) => Promise<void>;
  /** Ends a session, with an entry. */
  endSessionOfProvider: (write: LoggedWrite, session: string) => Promise<void>;
  logger: Logger;
};

const refuse = (message: string) => new AppError('forbidden', message);

/** Builds which account a person of the provider has here (ADR 142). */
export function createAccounts(deps: AccountsDeps) {
  const { db, changeLog, settings, logger, adminsOfProvider, users } = deps;
  const { endInvitationOf, endSessionOfProvider } = deps;
  const { name, owners } = settings;

  /** The program, for what single sign-on does before somebody has an account. */
  const program = (address: string): Author => ({
    ...systemAuthor,
    fullName: 'Single sign-on',
    address,
  });

  const isOther = () =>
    refuse(
      `This account here belongs to another account of ${name}: an administrator can take that away first`,
    );

  /** Binds an account in a write, with an entry. AppError `forbidden` when it, or the account at the provider, is bound already. */
  async function bind(
    write: LoggedWrite,
    { kind, id, fullName, login }: Person,
    { issuer, subject }: store.Identity,
    roleFrom: store.Binding['roleFrom'],
  ): Promise<void> {
    const { tx, log } = write;
    const binding = { kind, accountId: id, issuer, subject, roleFrom };
    if (!(await store.insertBinding(tx, binding))) {
      const mine = await store.bindingOf(tx, { kind, id });
      if (mine?.subject === subject && mine.issuer === issuer) return;
      throw mine
        ? isOther()
        : refuse(`This account of ${name} belongs to somebody else here already`);
    }
    const person = { person: `${fullName} (${login})`, personKind: kind, personId: id };
    await log({ entity: 'single-sign-on', key: id, action: 'oidc.bind', row: { name, ...person } });
  }

  const authorOf = ({ kind, id, fullName }: Person, address: string): Author => ({
    kind,
    id,
    fullName,
    address,
  });

  /** Binds an account that was there, and ends its invitation. */
  async function bindFound(person: Person, known: Known, address: string): Promise<string> {
    await changeLog(authorOf(person, address), async (write) => {
      await bind(write, person, known, 'office');
      await endInvitationOf(write.tx, person);
    });
    return person.id;
  }

  /** Says that no rule holds, and which claims the rules look at. */
  const nothingMatched = (): AppError => {
    const wanted = wantedClaims(settings).map((claim) => `“${claim}”`);
    return refuse(
      wanted.length === 0
        ? `Nobody here has this account of ${name}: an administrator can invite you`
        : `Nothing that ${name} says about you gives you a role here: the rules look at ${wanted.join(', ')}`,
    );
  };

  const unbelieved = (known: Known): AppError =>
    refuse(
      addressOf(known.claims) === null
        ? `${name} does not say your e-mail address`
        : `${name} does not say that your e-mail address is verified`,
    );

  /**
   * Follows the claims of an administrator whose role comes from the provider. Without a role the account is disabled, unless it is the
   * last one; false then. `isSignIn`: with a role it is enabled again, if the provider has disabled it.
   */
  async function followClaims(
    id: string,
    claims: Claims,
    { address, isSignIn }: { address: string; isSignIn: boolean },
  ): Promise<boolean> {
    const role = roleBy(claims, settings);
    await changeLog(program(address), async (write) => {
      if (role === null) {
        if (await adminsOfProvider.loseClaim(write, id)) return;
        logger.warn(
          { account: id },
          'the last administrator has lost the claim, and stays enabled',
        );
        return;
      }
      await adminsOfProvider.setRole(write, id, role);
      if (isSignIn) await adminsOfProvider.regainClaim(write, id);
    });
    return role !== null;
  }

  /** Follows a sign-in. AppError `forbidden` when no rule holds any more. */
  async function followSignIn(id: string, { claims }: Known, address: string): Promise<void> {
    if (!(await followClaims(id, claims, { address, isSignIn: true }))) throw nothingMatched();
  }

  /** Follows what the provider says later. The last administrator does not become a viewer. */
  async function followLater(id: string, claims: Claims): Promise<void> {
    try {
      await followClaims(id, claims, { address: '', isSignIn: false });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      logger.warn({ account: id, why: error.message }, 'a role of the provider was not followed');
    }
  }

  async function adminOf(known: Known, address: string): Promise<string> {
    const { claims } = known;
    const email = believedAddress(claims, settings);
    const found = email && (await adminsOfProvider.findByEmail(db, email));
    if (found) {
      const { id, fullName, login } = found;
      if (await store.bindingOf(db, { kind: 'admin', id })) throw isOther();
      if (!found.isOn) throw refuse('This account is disabled');
      if (found.hasPassword) {
        throw refuse(
          `There is an administrator ${login} with a password: sign in with it, and link ${name} on “Sign-in and security”`,
        );
      }
      return bindFound({ kind: 'admin', id, fullName, login }, known, address);
    }
    const role = roleBy(claims, settings);
    if (role === null) {
      throw email === null && wantedClaims(settings).includes('email')
        ? unbelieved(known)
        : nothingMatched();
    }
    // A role by a claim needs no address that is believed. But nobody gets the name of somebody else.
    const login = email ?? addressOf(claims) ?? known.subject;
    return changeLog(program(address), async (write) => {
      if (await adminsOfProvider.findByEmail(write.tx, login)) throw unbelieved(known);
      const fullName = nameOf(claims, login);
      const id = await adminsOfProvider.add(write, { email: login, fullName, role });
      await bind(write, { kind: 'admin', id, fullName, login }, known, 'provider');
      return id;
    });
  }

  async function ownerOf(known: Known, address: string): Promise<string> {
    const email = believedAddress(known.claims, settings);
    const found = email === null ? undefined : await store.findOwnerByEmail(db, email);
    if (found) {
      const owner = { kind: 'user' as const, ...found };
      if (await store.bindingOf(db, owner)) throw isOther();
      return bindFound(owner, known, address);
    }
    const admin = await store.findBinding(db, 'admin', known);
    if (admin || roleBy(known.claims, settings) !== null) {
      throw refuse('You are an administrator here: sign in on the page for administrators');
    }
    if (email === null) throw unbelieved(known);
    if (owners !== 'create') {
      throw refuse(
        `No app owner here has the e-mail address ${email}: an administrator can enter it`,
      );
    }
    if (email.length > limits.text.userID) {
      throw refuse(
        `Your e-mail address has more than ${limits.text.userID} characters, too many for a user id: an administrator can add you`,
      );
    }
    return changeLog(program(address), async (write) => {
      const fullName = nameOf(known.claims, email);
      const id = await users.addOfProvider(write, { email, fullName });
      await bind(write, { kind: 'user', id, fullName, login: email }, known, 'provider');
      return id;
    });
  }

  /** Accounts of administrators, viewers among them, and of owners, who have no role. */
  const ofKind = {
    admin: { find: adminOf, follow: followSignIn, followLater },
    user: { find: ownerOf, follow: async () => {}, followLater: async () => {} },
  };

  return {
    /**
     * Returns the id of the account that a person of the provider has here, and makes or binds one where the settings say so.
     * AppError `forbidden` with words for people.
     */
    async accountOf(kind: PersonKind, known: Known, address: string): Promise<string> {
      const bound = await store.findBinding(db, kind, known);
      if (!bound) return ofKind[kind].find(known, address);
      const { accountId: id } = bound;
      if (bound.roleFrom === 'provider') {
        await ofKind[kind].follow(id, known, address);
        await store.letKeysWork(db, { kind, id });
      }
      return id;
    },

    /** Follows what the provider says later about the person of a session. */
    follow: ({ kind, id }: Pick<Person, 'kind' | 'id'>, claims: Claims): Promise<void> =>
      ofKind[kind].followLater(id, claims),

    /**
     * Ends a session that the provider does not know any more, and stops the API keys of its account. `forget` deletes its refresh
     * token; it returns false when another attempt has that token, and then nothing ends.
     */
    async end(
      { kind, id }: Pick<Person, 'kind' | 'id'>,
      session: string,
      forget: (tx: Tx) => Promise<boolean>,
    ): Promise<void> {
      await changeLog(program(''), async (write) => {
        if (!(await forget(write.tx))) return;
        await endSessionOfProvider(write, session);
        await store.stopKeys(write.tx, { kind, id });
      });
    },

    /** Returns what the provider calls the person of an account, if it has made the account; null for any other. */
    async subjectOf(account: Pick<Person, 'kind' | 'id'>): Promise<string | null> {
      const bound = await store.bindingOf(db, account);
      const isOurs = bound?.roleFrom === 'provider' && bound.issuer === settings.issuer;
      return isOurs ? bound.subject : null;
    },

    /** Binds the account of a session. AppError `forbidden`. */
    async link(person: Person & { address: string }, known: Known): Promise<void> {
      await changeLog(authorOf(person, person.address), (write) =>
        bind(write, person, known, 'office'),
      );
    },

    /** Tells whether an account belongs to a person of the provider. */
    async isOf({ kind, id }: Pick<Person, 'kind' | 'id'>, known: Known): Promise<boolean> {
      return (await store.findBinding(db, kind, known))?.accountId === id;
    },
  };
}
