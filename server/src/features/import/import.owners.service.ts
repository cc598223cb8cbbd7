import { loginKey } from '../../kit/ids.ts';
import type { KnownOwner } from './import.store.ts';

export type Owners = ReturnType<typeof createOwners>;

/**
 * Knows the owners that a file names, and counts how many applications each would have. `find` reads owners by their
 * login ids as compared.
 */
export function createOwners(
  find: (keys: string[]) => Promise<KnownOwner[]>,
  appsPerOwner: number,
) {
  const known = new Map<string, KnownOwner | null>();

  const of = (login: string) => known.get(loginKey(login)) ?? null;

  return {
    /** Reads the owners with these login ids, once. */
    async learn(logins: Iterable<string>): Promise<void> {
      const keys = [...new Set([...logins].map(loginKey))].filter((key) => !known.has(key));
      for (const key of keys) known.set(key, null);
      for (const owner of await find(keys)) known.set(owner.userIDKey, owner);
    },

    /** The login id as its owner writes it; null if nobody has it. */
    loginOf: (login: string): string | null => of(login)?.userID ?? null,

    /** The name of an owner; the login id if nobody has it. */
    nameOf: (login: string): string => of(login)?.fullName ?? login,

    /** Counts one application more for one owner and one less for another; '' is nobody. */
    move(from: string, to: string): void {
      const [before, after] = [of(from), of(to)];
      if (before) before.apps -= 1;
      if (after) after.apps += 1;
    },

    /** Whether an owner may have one application more. */
    hasRoom(login: string): boolean {
      const owner = of(login);
      return owner === null || owner.apps < appsPerOwner;
    },
  };
}
