import { z } from 'zod';
import { onOff } from './apps.ts';
import type { Call } from './call.ts';
import { stale, success, successList } from './envelope.ts';
import { fieldNames } from './field-names.ts';
import { all, type FieldRule, has, isTrue, not, some, withRules } from './field-rules.ts';
import {
  bodyId,
  choice,
  inPath,
  isEmailOrEmpty,
  newPassword,
  optionalText,
  requiredText,
  time,
  trueOrFalse,
  versionInBody,
  wholeNumber,
} from './fields.ts';
import { invitation } from './invitations/invitations.ts';
import { limits } from './limits.ts';
import {
  listQuery,
  pageQuery,
  pageTotals,
  searchFilter,
  textFilter,
  timeFilters,
} from './lists.ts';
import { refusalBodies, requestBodies, responseBodies } from './named.ts';
import { parameter } from './parameters.ts';
import { closedToKeys } from './people/field-needs.ts';

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

/** Accepts both spellings: the payload names the login id `userId` (spec, section 7), or `userID` (ADR 28 "Paths"). */
function eitherSpelling(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('userID' in input) || 'userId' in input) {
    return input;
  }
  return { ...input, userId: input.userID };
}

/** Whether an administrator must approve each change that this owner makes to an app; `off` unless it is set. */
const needsApproval = choice(onOff, 'Please Select Approval', fieldNames.needsApproval);

/** The e-mail address of an owner, '' for none; invitations are mailed there (ADR 140). No two owners have the same one. */
const email = optionalText({ label: fieldNames.email, max: limits.text.email, name: true })
  .refine(isEmailOrEmpty, 'Email must be an e-mail address')
  .meta({ wire: { anyOf: [{ type: 'string', format: 'email' }, { const: '' }] } });

/** `true` in the place of a password: the owner gets a link with which to choose one (ADR 120). */
const invite = trueOrFalse('Invite')
  .optional()
  .register(closedToKeys, { why: 'Links are made by people only, not with an API key' });

const userFields = z.object({
  ...required,
  password: required.password.optional(),
  invite,
  needsApproval: needsApproval.optional(),
  email: email.optional().register(closedToKeys, {
    why: 'E-mail addresses are set by people only, not with an API key: invitations are mailed there',
  }),
});

/** Writes of these fields ask again who somebody is (ADR 136). */
const asksAgain = { with: ['invite', 'email'] } as const;

const notBoth: FieldRule = {
  must: not(all(has('password'), isTrue('invite'))),
  error: 'An invitation takes the place of a password: send one of them',
  field: 'invite',
};
const oneOfThem: FieldRule = {
  must: some(has('password'), isTrue('invite')),
  error: 'Please Enter Password',
  field: 'password',
  evenWithOtherFaults: ({ password, invite }) =>
    password === undefined && (invite === undefined || invite === false || invite === 'false'),
};

/** A new owner has a password, or an invitation in its place. */
export const newUserFields = withRules(userFields, notBoth, oneOfThem);
export const newUserForm = z.preprocess(eitherSpelling, newUserFields);
export type NewUserForm = z.infer<typeof newUserForm>;

/**
 * An edit. Absent fields stay as they are. With `version`, the server answers 409 if somebody else saved a newer
 * version.
 */
export const userChangeFields = z.object({
  ...userFields.partial().shape,
  id: bodyId,
  version: versionInBody,
});
export const userChanges = z.preprocess(eitherSpelling, withRules(userChangeFields, notBoth));
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
    email: z.string(),
    noOfApps: z.number(),
    singleSignOn: z.boolean(),
    createdAt: time,
    version: z.number(),
  })
  .register(responseBodies, { id: 'User' });
export type User = z.infer<typeof user>;

/** `invitation` is there only when the call has made one. */
export const userAnswer = success(user)
  .extend({ invitation: invitation.optional() })
  .register(responseBodies, { id: 'UserAnswer' });

/** The answer to a stale edit (409): the current user, and who changed it. */
export const staleUser = stale(user).register(refusalBodies, { id: 'StaleUser' });

export const userList = successList(user).register(responseBodies, { id: 'UserList' });
export const deletedUser = success(z.object({ id: z.string() })).register(responseBodies, {
  id: 'DeletedUser',
});

export const userColumns = [
  'createdAt',
  'fullName',
  'position',
  'userID',
  'email',
  'noOfApps',
] as const;
export type UserColumn = (typeof userColumns)[number];

const exactOwner = textFilter('exact', 'Only the owner with this whole login id or full name');

export const userListQuery = listQuery(userColumns, {
  fullName: textFilter('fullName', 'Only owners with this in the full name'),
  position: textFilter('position', 'Only owners with this in the position'),
  userID: textFilter('userID', 'Only owners with this in the login id'),
  email: textFilter('email', 'Only owners with this in the e-mail address'),
  exact: exactOwner,
  noOfAppsFrom: parameter(
    'Only owners of this many apps or more',
    wholeNumber('noOfAppsFrom', 0, limits.maxCount).optional(),
  ),
  noOfAppsTo: parameter(
    'Only owners of this many apps or fewer',
    wholeNumber('noOfAppsTo', 0, limits.maxCount).optional(),
  ),
  ...timeFilters('created', 'Only owners created'),
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

/**
 * Always a page, by name. `search` finds a part of a name, a login id, a position or an e-mail address; `exact` a whole name or
 * login id.
 */
export const userNamesQuery = z.strictObject({
  ...pageQuery,
  search: searchFilter(
    'Only owners with this in the name, the login id, the position or the e-mail address',
  ),
  exact: exactOwner,
});
export type UserNamesQuery = z.infer<typeof userNamesQuery>;

export const userPassword = success(user.pick({ id: true, password: true })).register(
  responseBodies,
  { id: 'UserPassword' },
);

const oneUser = z.object({ id: inPath('a user', 'User') });

/** The second spelling of the login id, which is accepted too (spec, section 7). */
const alias = {
  userID: userFields.shape.userId
    .optional()
    .meta({ description: 'Another name of userId, which goes before it.' }),
};
const shownUser = withRules(userFields.extend(alias), notBoth, oneOfThem).register(requestBodies, {
  id: 'NewUser',
});
const shownChanges = withRules(userChangeFields.extend(alias), notBoth).register(requestBodies, {
  id: 'UserChanges',
});

/** The calls about app owners. */
export const userCalls = {
  getUser: {
    method: 'GET',
    path: '/user/getUser',
    who: 'admin',
    viewers: true,
    keys: 'read',
    summary: 'List the app owners',
    query: userListQuery,
    answer: userList,
  },
  getUserNames: {
    method: 'GET',
    path: '/user/getUserNames',
    who: 'admin',
    viewers: true,
    keys: 'read',
    summary: 'List the names of the app owners, without their passwords',
    query: userNamesQuery,
    answer: userNameList,
  },
  getUserPassword: {
    method: 'GET',
    path: '/user/getPassword/:id',
    who: 'admin',
    viewers: false,
    keys: false,
    summary: 'Show the password of one app owner; the log says who has read it',
    params: oneUser,
    answer: userPassword,
    refusals: ['not-found'],
  },
  createNewUser: {
    method: 'POST',
    path: '/user/createNewUser',
    who: 'admin',
    viewers: false,
    keys: 'users',
    asksAgain,
    creates: true,
    multipart: true,
    summary: 'Create an app owner, with a password or with an invitation in its place',
    body: newUserForm,
    shownBody: shownUser,
    answer: userAnswer,
    refusals: ['conflict', 'too-many'],
  },
  updateUser: {
    method: 'PUT',
    path: '/user/updateUser/:id',
    who: 'admin',
    viewers: false,
    keys: 'users',
    asksAgain,
    multipart: true,
    summary: 'Change an app owner; an invitation ends the password and the sessions',
    params: oneUser,
    body: userChanges,
    shownBody: shownChanges,
    answer: userAnswer,
    stale: staleUser,
    refusals: ['not-found', 'conflict', 'too-many'],
  },
  inviteUser: {
    method: 'POST',
    path: '/user/invite/:id',
    who: 'admin',
    viewers: false,
    keys: false,
    asksAgain: 'recent',
    summary: 'Invite an app owner; the present password works until the link is used',
    params: oneUser,
    answer: userAnswer,
    refusals: ['not-found'],
  },
  deleteUser: {
    method: 'DELETE',
    path: '/user/deleteUser/:id',
    who: 'admin',
    viewers: false,
    keys: 'users',
    summary: 'Delete an app owner; the apps stay, unassigned',
    params: oneUser,
    answer: deletedUser,
    refusals: ['not-found'],
  },
} as const satisfies Record<string, Call>;
