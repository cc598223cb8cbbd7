import type { AccountKeeper } from '../../feature.ts';
import type { Actor } from '../../http/actor.ts';
import { invalidField } from '../../kit/app-error.ts';
import type { WeaknessOf } from '../../kit/weak-password.ts';
import { isOwnLogin } from './passwords.policy.ts';

export type PasswordsDeps = {
  accounts: Record<Actor['kind'], Pick<AccountKeeper, 'passwordHashOf' | 'changePassword'>>;
  weaknessOf: WeaknessOf;
  /** Checks a password; counts and throttles wrong ones, so that a stolen session cannot guess; AppError `too-many`. */
  checkPassword: (
    actor: Actor,
    password: string,
    account: { id: string; passwordHash: string },
  ) => Promise<boolean>;
};

/** The form: the passwords, and perhaps the login, with the name of its field. */
type PasswordForm = {
  login: { field: string; value: string | undefined };
  oldPassword: string;
  newPassword: string;
  /** false: the other sessions of the person go on. */
  endOthers?: boolean | undefined;
};

/** Changes the password of the signed-in person; their sessions end, the one of the call in any case. */
export type ChangePassword = (actor: Actor, form: PasswordForm) => Promise<void>;

/** Builds the change of one's own password (spec, section 7; ADR 29 "Sessions"). */
export function createChangePassword({
  accounts,
  weaknessOf,
  checkPassword,
}: PasswordsDeps): ChangePassword {
  return async (actor, { login, oldPassword, newPassword, endOthers = true }) => {
    if (!isOwnLogin(actor, login.value)) {
      throw invalidField(login.field, 'This is not the account that is signed in');
    }
    const weakness = await weaknessOf(newPassword, [actor.login, actor.fullName]);
    if (weakness) throw invalidField('newPassword', `New Password ${weakness}`);
    if (actor.mustSetUp?.includes('password') && newPassword === oldPassword) {
      throw invalidField('newPassword', 'New Password must not be the one that was made for you');
    }
    // Whoever made the first password may be signed in with it.
    const own = actor.mustSetUp?.includes('password') ? undefined : actor.session;
    const keeper = accounts[actor.kind];
    const oldHash = await keeper.passwordHashOf(actor.id);
    const isChanged =
      (await checkPassword(actor, oldPassword, { id: actor.id, passwordHash: oldHash })) &&
      (await keeper.changePassword(actor, oldHash, newPassword, endOthers ? undefined : own));
    if (!isChanged) throw invalidField('oldPassword', 'Old Password is wrong');
  };
}
