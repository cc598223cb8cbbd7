import { z } from 'zod';
import { onOff } from './apps.ts';
import { stale, success, successList } from './envelope.ts';
import { fieldNames } from './field-names.ts';
import {
  bodyId,
  choice,
  newPassword,
  requiredText,
  time,
  timeFrom,
  timeTo,
  versionInBody,
  wholeNumber,
} from './fields.ts';
import { limits } from './limits.ts';
import { containing, listQuery } from './lists.ts';

const required = {
  fullName: requiredText('Please Enter Full Name', {
    label: 'Full Name',
    max: limits.text.fullName,
    name: true,
  }),
  position: requiredText('Please Enter Position Name', {
    label: 'Position',
    max: limits.text.position,
    name: true,
  }),
  userId: requiredText('Please Enter User ID', {
    label: 'User ID',
    max: limits.text.userID,
    name: true,
  }),
  password: newPassword('Please Enter Password', 'Password'),
};

/** The payload names the login id `userId` (spec, section 7); `userID` is also accepted (ADR 28 "Paths"). */
function eitherSpelling(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('userID' in input) || 'userId' in input) {
    return input;
  }
  return { ...input, userId: input.userID };
}

/** Whether an administrator must approve each change that this owner makes to an app; `off` unless it is set. */
const needsApproval = choice(onOff, 'Please Select Approval', fieldNames.needsApproval);

export const newUserFields = z.object({ ...required, needsApproval: needsApproval.optional() });
export const newUserForm = z.preprocess(eitherSpelling, newUserFields);
export type NewUserForm = z.infer<typeof newUserForm>;

/**
 * An edit. Absent fields stay as they are. With `version`, the server answers 409 if somebody else saved a newer
 * version.
 */
export const userChangeFields = z.object({
  ...newUserFields.partial().shape,
  id: bodyId,
  version: versionInBody,
});
export const userChanges = z.preprocess(eitherSpelling, userChangeFields);
export type UserChanges = z.infer<typeof userChanges>;

/** The text of the password column when no readable copy is stored. */
export const hiddenPassword = 'Hidden';

/** An app owner, as administrators get it (spec, section 3). */
export const user = z.object({
  id: z.string(),
  userID: z.string(),
  fullName: z.string(),
  position: z.string(),
  password: z.string(),
  needsApproval: z.enum(onOff),
  noOfApps: z.number(),
  createdAt: time,
  version: z.number(),
});
export type User = z.infer<typeof user>;

export const userAnswer = success(user);

/** The answer to a stale edit (409): the current user, and who changed it. */
export const staleUser = stale(user);
export type StaleUser = z.infer<typeof staleUser>;

export const userList = successList(user);
export const deletedUser = success(z.object({ id: z.string() }));

export const userColumns = ['createdAt', 'fullName', 'position', 'userID', 'noOfApps'] as const;
export type UserColumn = (typeof userColumns)[number];

export const userListQuery = listQuery(userColumns, {
  fullName: containing('fullName'),
  position: containing('position'),
  userID: containing('userID'),
  /** The whole login id or name. */
  exact: containing('exact'),
  noOfAppsFrom: wholeNumber('noOfAppsFrom', 0, limits.maxCount).optional(),
  noOfAppsTo: wholeNumber('noOfAppsTo', 0, limits.maxCount).optional(),
  createdFrom: timeFrom('createdFrom').optional(),
  createdTo: timeTo('createdTo').optional(),
});
export type UserListQuery = z.infer<typeof userListQuery>;
