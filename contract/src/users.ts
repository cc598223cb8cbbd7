import { z } from 'zod';
import { onOff } from './apps.ts';
import type { Call } from './call.ts';
import { stale, success, successList } from './envelope.ts';
import { fieldNames } from './field-names.ts';
import {
  bodyId,
  choice,
  inPath,
  newPassword,
  optionalText,
  requiredText,
  time,
  timeFrom,
  timeTo,
  versionInBody,
  wholeNumber,
} from './fields.ts';
import { limits } from './limits.ts';
import { containing, listQuery, pageQuery, pageTotals } from './lists.ts';
import { refusalBodies, requestBodies, responseBodies } from './named.ts';

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

/**
 * An app owner, as administrators get it (spec, section 3). `password` is readable in the list of users only; every other
 * answer has 'Hidden' (ADR 78).
 */
export const user = z
  .object({
    id: z.string(),
    userID: z.string(),
    fullName: z.string(),
    position: z.string(),
    password: z.string(),
    needsApproval: z.enum(onOff),
    noOfApps: z.number(),
    createdAt: time,
    version: z.number(),
  })
  .register(responseBodies, { id: 'User' });
export type User = z.infer<typeof user>;

export const userAnswer = success(user).register(responseBodies, { id: 'UserAnswer' });

/** The answer to a stale edit (409): the current user, and who changed it. */
export const staleUser = stale(user).register(refusalBodies, { id: 'StaleUser' });
export type StaleUser = z.infer<typeof staleUser>;

export const userList = successList(user).register(responseBodies, { id: 'UserList' });
export const deletedUser = success(z.object({ id: z.string() })).register(responseBodies, {
  id: 'DeletedUser',
});

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

/** An app owner to choose: nothing that opens an account, so that selects and searches may ask at any time (ADR 78). */
export const userName = user
  .pick({ id: true, userID: true, fullName: true, noOfApps: true })
  .register(responseBodies, { id: 'UserName' });
export type UserName = z.infer<typeof userName>;

export const userNameList = successList(userName)
  .extend(pageTotals)
  .register(responseBodies, { id: 'UserNameList' });

/** Always a page, by name. `search` finds a part of a name, a login id or a position; `exact` a whole name or login id. */
export const userNamesQuery = z.strictObject({
  ...pageQuery,
  search: optionalText({ label: 'search', max: limits.text.search }).optional(),
  exact: containing('exact'),
});
export type UserNamesQuery = z.infer<typeof userNamesQuery>;

export const userPassword = success(user.pick({ id: true, password: true })).register(
  responseBodies,
  { id: 'UserPassword' },
);

const oneUser = z.object({ id: inPath('a user', 'User') });

/** The second spelling of the login id, which is accepted too (spec, section 7). */
const alias = {
  userID: newUserFields.shape.userId
    .optional()
    .meta({ description: 'Another name of userId, which goes before it.' }),
};
const shownUser = newUserFields.extend(alias).register(requestBodies, { id: 'NewUser' });
const shownChanges = userChangeFields.extend(alias).register(requestBodies, { id: 'UserChanges' });

/** The calls about app owners. */
export const userCalls = {
  getUser: {
    method: 'GET',
    path: '/user/getUser',
    who: 'admin',
    summary: 'List the app owners',
    query: userListQuery,
    answer: userList,
  },
  getUserNames: {
    method: 'GET',
    path: '/user/getUserNames',
    who: 'admin',
    summary: 'List the names of the app owners, without their passwords',
    query: userNamesQuery,
    answer: userNameList,
  },
  getUserPassword: {
    method: 'GET',
    path: '/user/getPassword/:id',
    who: 'admin',
    summary: 'Show the password of one app owner; the log says who has read it',
    params: oneUser,
    answer: userPassword,
    refusals: ['not-found'],
  },
  createNewUser: {
    method: 'POST',
    path: '/user/createNewUser',
    who: 'admin',
    creates: true,
    multipart: true,
    summary: 'Create an app owner',
    body: newUserForm,
    shownBody: shownUser,
    answer: userAnswer,
    refusals: ['conflict', 'too-many'],
  },
  updateUser: {
    method: 'PUT',
    path: '/user/updateUser/:id',
    who: 'admin',
    multipart: true,
    summary: 'Change an app owner',
    params: oneUser,
    body: userChanges,
    shownBody: shownChanges,
    answer: userAnswer,
    stale: staleUser,
    refusals: ['not-found', 'conflict', 'too-many'],
  },
  deleteUser: {
    method: 'DELETE',
    path: '/user/deleteUser/:id',
    who: 'admin',
    summary: 'Delete an app owner; the apps stay, unassigned',
    params: oneUser,
    answer: deletedUser,
    refusals: ['not-found'],
  },
} as const satisfies Record<string, Call>;
