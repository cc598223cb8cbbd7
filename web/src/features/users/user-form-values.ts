import { hiddenPassword, newUserForm, type User, userChanges } from '@adwarden/contract/users';
import { z } from 'zod';

export type UserFormValues = {
  fullName: string;
  position: string;
  userId: string;
  password: string;
};

/** What is sent; without `password` it stays as it is. */
export type UserPayload = { [Field in keyof UserFormValues]?: string | undefined };

const empty: UserFormValues = { fullName: '', position: '', userId: '', password: '' };

/** A password that the list can show; '' for a hidden one and for a restored user's, who has none. */
export function readablePassword({ password }: Pick<User, 'password'>): string {
  return password === hiddenPassword ? '' : password;
}

/** What the form begins with: nothing, or an app owner whose unreadable password is left blank. */
export function formValuesOf(user: User | null): UserFormValues {
  if (!user) return empty;
  const { fullName, position, userID: userId } = user;
  return { fullName, position, userId, password: readablePassword(user) };
}

/** Whether a blank password keeps the one in force: only where the form could not show it. */
export function mayKeepPassword(user: User | null): boolean {
  return user !== null && readablePassword(user) === '';
}

function withoutBlankPassword(values: unknown): unknown {
  const { password, ...rest } = values as UserFormValues;
  return password.trim() === '' ? rest : values;
}

const changesKeepingPassword = z.preprocess(withoutBlankPassword, userChanges);

/** What the form is checked with (spec, section 5), and what of it is sent. */
export function userSchema(user: User | null): z.ZodType<UserPayload> {
  return mayKeepPassword(user) ? changesKeepingPassword : newUserForm;
}
