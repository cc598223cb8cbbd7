import { closeDistance, misspelledBy } from '@adwarden/contract/close-names';
import { limits } from '@adwarden/contract/limits';
import { unknownOwner } from '../../edits/edits.plan.policy.ts';
import { loginKey } from '../../kit/ids.ts';
import type { KnownOwner } from './import.store.ts';
import { wordKey } from './import.values.policy.ts';

export type Owners = ReturnType<typeof createOwners>;

/**
 * Reads owners: by their login ids as compared, by one full name in any case, or those whose login id or full name differs from a
 * text by at most this many letters.
 */
export type FindOwners = {
  byLogin: (keys: string[]) => Promise<KnownOwner[]>;
  byName: (fullName: string) => Promise<KnownOwner[]>;
  near: (text: string, most: number) => Promise<Pick<KnownOwner, 'userID' | 'fullName'>[]>;
};

/** Builds the search for the owners that a file names, and counts how many applications each would have. */
export function createOwners(find: FindOwners, appsPerOwner: number) {
  const known = new Map<string, KnownOwner | null>();
  /** The owners with a full name, by texts that are nobody's login id. */
  const namesakes = new Map<string, KnownOwner[]>();

  const of = (login: string) => known.get(loginKey(login)) ?? null;

  async function learn(logins: Iterable<string>): Promise<void> {
    const keys = [...new Set([...logins].map(loginKey))].filter((key) => !known.has(key));
    for (const key of keys) known.set(key, null);
    for (const owner of await find.byLogin(keys)) known.set(owner.userIDKey, owner);
  }

  return {
    /** Reads the owners with these login ids, each once. */
    learn,

    /** Reads the owners that these texts name, by login id or by full name, each once. */
    async learnNamed(texts: Iterable<string>): Promise<void> {
      const all = [...new Set([...texts].map((text) => text.trim()))].filter((text) => text !== '');
      await learn(all);
      for (const text of all) {
        const key = loginKey(text);
        if (of(text) || namesakes.has(key) || namesakes.size >= limits.import.ownersByName)
          continue;
        const owners = await find.byName(text);
        namesakes.set(key, owners);
        await learn(owners.map(({ userID }) => userID));
      }
    },

    /** Returns the login id of the owner that a text names, in the owner's spelling, or why it names nobody. */
    byLoginOrName(text: string): { value: string } | { message: string } {
      const login = of(text)?.userID;
      if (login !== undefined) return { value: login };
      const [only, ...more] = namesakes.get(loginKey(text)) ?? [];
      if (!only) return unknownOwner(text.trim());
      if (more.length === 0) return { value: only.userID };
      const logins = [only, ...more].map(({ userID }) => userID).join(', ');
      return { message: `Several owners are called ${text.trim()}. Use the User Id: ${logins}` };
    },

    /** Returns the login id of the one owner whose login id or full name a text probably misspells; else null. */
    async closeTo(text: string): Promise<string | null> {
      const key = wordKey(text);
      const most = closeDistance(key);
      if (most === 0) return null;
      const rated = (await find.near(key, most))
        .map(({ userID, fullName }) => ({
          userID,
          slips: Math.min(
            ...[userID, fullName].map(
              (name) => misspelledBy(key, wordKey(name)) ?? Number.POSITIVE_INFINITY,
            ),
          ),
        }))
        .sort((one, other) => one.slips - other.slips);
      const [first, second] = rated;
      if (!first || first.slips > most || first.slips === second?.slips) return null;
      return first.userID;
    },

    /** Returns the name of an owner; the login id if nobody has it. */
    nameOf: (login: string): string => of(login)?.fullName ?? login,

    /** Counts one more application for one owner and one less for another; '' is nobody. */
    move(from: string, to: string): void {
      const [before, after] = [of(from), of(to)];
      if (before) before.apps -= 1;
      if (after) after.apps += 1;
    },

    /** Tells whether an owner may have one more application. */
    hasRoom(login: string): boolean {
      const owner = of(login);
      return owner === null || owner.apps < appsPerOwner;
    },
  };
}
