import { hiddenPassword } from '@adwarden/contract/users';
import type { PasswordHasher } from '../../kit/password-hash.ts';
import type { Seal } from '../../kit/seal.ts';
import type { PasswordColumns, UserRow } from './users.table.ts';

export type UserPasswords = {
  /** Returns a password as it is stored; AppError `too-many` when the hasher is busy. */
  store(id: string, password: string): Promise<PasswordColumns>;
  /** Returns the same; null when no password is given, or when it is the current one already. */
  storeNew(user: UserRow, password: string | undefined): Promise<PasswordColumns | null>;
  /** Returns the text of the password column: '' when no password is set, 'Hidden' when there is no readable copy. */
  show(user: UserRow): string;
  /** Returns the same where no readable password is allowed: '' or 'Hidden' (ADR 78). */
  hide(user: UserRow): string;
};

/** Returns the purpose with which a copy is sealed, so that it cannot be used for another user. */
export const sealPurpose = (id: string) => `user-password:${id}`;

/** Builds how users' passwords are stored: a hash, and a sealed copy when SHOW_PASSWORDS is on. */
export function createUserPasswords(deps: {
  hasher: PasswordHasher;
  seal: Seal;
  showPasswords: boolean;
}): UserPasswords {
  const { hasher, seal, showPasswords } = deps;

  async function store(id: string, password: string): Promise<PasswordColumns> {
    return {
      passwordHash: await hasher.hash(password),
      passwordSealed: showPasswords ? seal.close(password, sealPurpose(id)) : '',
    };
  }

  return {
    store,
    async storeNew(user, password) {
      if (password === undefined || (await hasher.verify(password, user.passwordHash))) return null;
      return store(user.id, password);
    },
    show({ id, passwordHash, passwordSealed }) {
      if (passwordHash === '') return '';
      return (showPasswords && seal.open(passwordSealed, sealPurpose(id))) || hiddenPassword;
    },
    hide: ({ passwordHash }) => (passwordHash === '' ? '' : hiddenPassword),
  };
}
