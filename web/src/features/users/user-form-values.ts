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
  needsApproval: OnOff;
};

/** What is sent: a field that is left out stays as it is. */
export type UserPayload = { [Field in keyof UserFormValues]?: string | undefined } & {
  version?: number | undefined;
};

const empty: UserFormValues = {
  fullName: '',
  position: '',
  userId: '',
  password: '',
  needsApproval: 'off',
};

/** A password that the list can show; '' for a hidden one and for a restored user's, who has none. */
export function readablePassword({ password }: Pick<User, 'password'>): string {
  return password === hiddenPassword ? '' : password;
}

/** What the form begins with: nothing, or an app owner whose unreadable password is left blank. */
export function formValuesOf(user: User | null): UserFormValues {
  if (!user) return empty;
  const { fullName, position, userID: userId, needsApproval } = user;
  return { fullName, position, userId, password: readablePassword(user), needsApproval };
}

/** Whether a blank password keeps the current one: only if the form could not show that. */
export function mayKeepPassword(user: User | null): boolean {
  return user !== null && readablePassword(user) === '';
}

function withoutBlankPassword(values: unknown): unknown {
  const { password, ...rest } = values as UserFormValues;
  return password.trim() === '' ? rest : values;
}

const changesKeepingPassword = z.preprocess(withoutBlankPassword, userChanges);

/** The schema of the form (spec, section 5); its output is what is sent. */
export function userSchema(user: User | null): z.ZodType<UserPayload> {
  return mayKeepPassword(user) ? changesKeepingPassword : newUserForm;
}

/** The labels of the form's fields. */
export const userLabels = {
  fullName: fieldNames.fullName,
  position: fieldNames.position,
  userId: fieldNames.userID,
  password: 'Password',
  needsApproval: fieldNames.needsApproval,
};
type UserField = keyof UserFormValues;
const fields = Object.keys(userLabels) as UserField[];

/** The fields that differ from `base`, with which the form began. */
export function changedFields(base: User, mine: UserFormValues): UserField[] {
  const before = formValuesOf(base);
  return fields.filter((field) => mine[field].trim() !== before[field].trim());
}

/** Sent only when it was changed in this form: an old form must not restore an old value. */
const onlyIfChanged: readonly UserField[] = ['password', 'needsApproval'];

/**
 * What an edit sends. When the save replaces somebody else's newer version (`over` is not `base`), only changed fields
 * are sent.
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
  return { ...texts, version: over.version };
}

/**
 * The fields in which the form differs from `theirs`, what is saved now; `base` is what the form began with. Which password
 * is saved now is not in the answer, so a password is listed only where this form sets another one.
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

/** A value as the form shows it. */
const shown = (field: UserField, values: UserFormValues): string =>
  field === 'needsApproval' ? onOffWords[values.needsApproval] : values[field].trim();
