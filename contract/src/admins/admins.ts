import { z } from 'zod';
import type { Call } from '../call.ts';
import { success } from '../envelope.ts';
import { exactlyOne, has, isTrue, withRules } from '../field-rules.ts';
import {
  choice,
  inPath,
  isEmailOrEmpty,
  newPassword,
  requiredText,
  time,
  trueOrFalse,
} from '../fields.ts';
import { invitation } from '../invitations/invitations.ts';
import { limits } from '../limits.ts';
import { pageQuery, pageTotals } from '../lists.ts';
import { requestBodies, responseBodies } from '../named.ts';
import { adminRoles } from '../people/people.ts';
import { setUps } from '../sessions.ts';

/* Administrators, and the calls by which others become one (ADR 121). */

/** `on`: may sign in. `invited`: has neither a password nor single sign-on yet. `off`: was disabled. */
export const adminStates = ['on', 'invited', 'off'] as const;
export type AdminState = (typeof adminStates)[number];

const email = requiredText('Please Enter Email', {
  label: 'Email',
  max: limits.text.email,
  name: true,
})
  .refine(isEmailOrEmpty, 'Email must be an e-mail address')
  .meta({ format: 'email' });
const fullName = requiredText('Please Enter Full Name', {
  label: 'Full Name',
  max: limits.text.fullName,
  name: true,
});
/** `admin`: may do everything. `viewer`: may read what administrators read, without secrets (ADR 123). */
const role = choice(adminRoles, 'Please Select Role', 'Role');

/** `password` is valid for `limits.invitations.hours`, and is changed at the first sign-in; `invitation` takes its place. */
export const newAdmin = withRules(
  z.object({
    email,
    fullName,
    role,
    invite: trueOrFalse('Invite').optional(),
    password: newPassword('Please Enter Password', 'Password').optional(),
  }),
  {
    must: exactlyOne(has('password'), isTrue('invite')),
    error: 'Send a password, or an invitation in its place',
    field: 'invite',
  },
).register(requestBodies, { id: 'NewAdmin' });
export type NewAdminForm = z.infer<typeof newAdmin>;

/**
 * An edit: absent fields stay. Another `role` ends the sessions. `enabled: false` ends them, too, and the account cannot sign in any more.
 */
export const adminChanges = z
  .object({ fullName, email, role, enabled: trueOrFalse('Enabled') })
  .partial()
  .register(requestBodies, { id: 'AdminChanges' });
export type AdminChanges = z.infer<typeof adminChanges>;

/**
 * An administrator, as administrators get it. `lastSignInAt` is known for 30 days. `invitedUntil`: the end of the last link;
 * null when there is none. `passwordUntil`: the end of a password that somebody else has made; null for any other. `singleSignOn`:
 * the account is bound to one at the provider (ADR 142).
 */
export const admin = z
  .object({
    id: z.string(),
    email: z.string(),
    fullName: z.string(),
    role: z.enum(adminRoles),
    state: z.enum(adminStates),
    /** The steps to set up first at the next sign-in. */
    mustSetUp: z.array(z.enum(setUps)),
    invitedUntil: time.nullable(),
    passwordUntil: time.nullable(),
    lastSignInAt: time.nullable(),
    singleSignOn: z.boolean(),
    createdAt: time,
  })
  .register(responseBodies, { id: 'Admin' });
export type Admin = z.infer<typeof admin>;

/** `invitation` is there only when the call has made one. */
export const adminAnswer = success(admin)
  .extend({ invitation: invitation.optional() })
  .register(responseBodies, { id: 'AdminAnswer' });

/** The oldest administrator comes first. */
export const adminList = success(z.array(admin))
  .extend(pageTotals)
  .register(responseBodies, { id: 'AdminList' });
export const adminListQuery = z.strictObject(pageQuery);

export const removedAdmin = success(z.object({ id: z.string() })).register(responseBodies, {
  id: 'RemovedAdmin',
});

const adminId = z.object({ id: inPath('an administrator', 'Administrator') });

/** The calls about administrators. */
export const adminCalls = {
  getAdmins: {
    method: 'GET',
    path: '/admins',
    who: 'admin',
    viewers: true,
    keys: false,
    summary: 'List the administrators',
    query: adminListQuery,
    answer: adminList,
  },
  addAdmin: {
    method: 'POST',
    path: '/admins',
    who: 'admin',
    viewers: false,
    keys: false,
    needs: 'manage-admins',
    asksAgain: 'recent',
    creates: true,
    summary:
      'Add an administrator, with a password for the first sign-in or with an invitation; somebody who has not accepted one yet gets a newer link',
    body: newAdmin,
    answer: adminAnswer,
    refusals: ['conflict', 'too-many'],
  },
  updateAdmin: {
    method: 'PUT',
    path: '/admins/:id',
    who: 'admin',
    viewers: false,
    keys: false,
    needs: 'manage-admins',
    asksAgain: 'recent',
    summary: 'Change an administrator, disable one, or enable one again',
    params: adminId,
    body: adminChanges,
    answer: adminAnswer,
    refusals: ['not-found', 'conflict'],
  },
  removeAdmin: {
    method: 'DELETE',
    path: '/admins/:id',
    who: 'admin',
    viewers: false,
    keys: false,
    needs: 'manage-admins',
    asksAgain: 'recent',
    summary: 'Remove an administrator, but never oneself or the last one who can sign in',
    params: adminId,
    answer: removedAdmin,
    refusals: ['not-found', 'conflict'],
  },
} as const satisfies Record<string, Call>;
