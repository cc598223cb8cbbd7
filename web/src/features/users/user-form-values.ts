import type { OnOff } from '@adwarden/contract/apps';
import { fieldNames } from '@adwarden/contract/field-names';
import { onOffWords } from '@adwarden/contract/state-words';
import { hiddenPassword, newUserForm, type User, userChanges } from '@adwarden/contract/users';
import { z } from 'zod';
import type { StaleField } from '../../ui/form/stale-edit.tsx';

export type UserFormValues = {
  fullName: string;
  position: string;
  userId: string;
  password: string;
  /** The first credential of an owner: a password that is typed here, or a link. */
  way: Way;
  needsApproval: OnOff;
  /** '' for none. */
  email: string;
};

export type Way = 'password' | 'invite';

/** The body of the request: a field that is left out stays as it is. */
export type UserPayload = { [Field in UserField]?: string | undefined } & {
  invite?: boolean | undefined;
  version?: number | undefined;
};

const empty: UserFormValues = {
  fullName: '',
  position: '',
  userId: '',
  password: '',
  way: 'password',
  needsApproval: 'off',
  email: '',
};

/** Returns a password that the list can show; '' for a hidden one and for a restored user's, who has none. */
export function readablePassword({ password }: Pick<User, 'password'>): string {
  return password === hiddenPassword ? '' : password;
}

/** The first values of the form when nobody can read passwords. */
export const emptyInviting: UserFormValues = { ...empty, way: 'invite' };

/** Returns the first values of the form: empty, or an app owner, whose password is left blank if nobody can read it. */
export function formValuesOf(user: User | null): UserFormValues {
  if (!user) return empty;
  const { fullName, position, userID: userId, needsApproval, email } = user;
  const password = readablePassword(user);
  return { fullName, position, userId, password, way: 'password', needsApproval, email };
}

/** Tells whether a blank password keeps the current one: only if the form could not show that. */
export function mayKeepPassword(user: User | null): boolean {
  return user !== null && readablePassword(user) === '';
}

/** Returns the values with the password, or with an invitation instead of it. */
function inTheChosenWay(values: unknown): unknown {
  const { way, password, ...rest } = values as UserFormValues;
  return way === 'invite' ? { ...rest, invite: true } : { ...rest, password };
}

function withoutBlankPassword(values: unknown): unknown {
  const { password, ...rest } = values as UserFormValues;
  return password?.trim() === '' ? rest : values;
}

const newUser = z.preprocess(inTheChosenWay, newUserForm);
const changesKeepingPassword = z.preprocess(
  (values) => withoutBlankPassword(inTheChosenWay(values)),
  userChanges,
);

/** Returns the schema of the form (spec, section 5); its output is what is sent. */
export function userSchema(user: User | null): z.ZodType<UserPayload> {
  return mayKeepPassword(user) ? changesKeepingPassword : newUser;
}

/** The labels of the form's fields. */
export const userLabels = {
  fullName: fieldNames.fullName,
  position: fieldNames.position,
  userId: fieldNames.userID,
  password: 'Password',
  needsApproval: fieldNames.needsApproval,
  email: fieldNames.email,
};
type UserField = keyof typeof userLabels;
const fields = Object.keys(userLabels) as UserField[];

/** Returns the fields that differ from `base`, with which the form began. */
function changedFields(base: User, mine: UserFormValues): UserField[] {
  const before = formValuesOf(base);
  return fields.filter((field) => mine[field].trim() !== before[field].trim());
}

/** Sent only when it was changed in this form: an old form must not restore an old value. */
const onlyIfChanged: readonly UserField[] = ['password', 'needsApproval', 'email'];

/** Returns what a new user is made of: without an e-mail address, what the specification sends. */
export const newPayload = ({ email, ...sent }: UserPayload): UserPayload => ({
  ...sent,
  ...(email !== '' && { email }),
});

/**
 * Returns what an edit sends. When the save replaces somebody else's newer version (`over` is not `base`), it contains
 * only changed fields.
 */
export function editPayload(
  sent: UserPayload,
  { base, over, mine }: { base: User; over: User; mine: UserFormValues },
): UserPayload {
  const changed = changedFields(base, mine);
  const kept = fields.filter(
    (field) => changed.includes(field) || (over === base && !onlyIfChanged.includes(field)),
  );
  const texts = Object.fromEntries(kept.map((field) => [field, sent[field]]));
  return { ...texts, ...(sent.invite && { invite: true }), version: over.version };
}

/**
 * Returns the fields in which the form differs from `theirs`, the saved version; `base` is what the form began with. The
 * answer does not contain the saved password, so a password is listed only if this form sets another one.
 */
export function userDifferences({
  base,
  theirs,
  mine,
}: {
  base: User;
  theirs: User;
  mine: UserFormValues;
}): StaleField[] {
  const [before, now] = [formValuesOf(base), formValuesOf(theirs)];
  const changed = changedFields(base, mine);
  const isUnknown = (field: UserField) =>
    field === 'password' && theirs.password === hiddenPassword && !changed.includes(field);
  return fields
    .filter(
      (field) =>
        !isUnknown(field) &&
        (changed.includes(field) ? mine : before)[field].trim() !== now[field].trim(),
    )
    .map((field) => ({
      field,
      label: userLabels[field],
      theirs: field === 'password' ? theirs.password : shown(field, now),
      mine: changed.includes(field) ? shown(field, mine) : null,
      clash: changed.includes(field) && now[field] !== before[field],
    }));
}

/** Returns a value as the form shows it. */
const shown = (field: UserField, values: UserFormValues): string =>
  field === 'needsApproval' ? onOffWords[values.needsApproval] : values[field].trim();
