import { z } from 'zod';
import type { Call } from '../call.ts';
import { success } from '../envelope.ts';
import { requiredText, time } from '../fields.ts';
import { limits } from '../limits.ts';
import { requestBodies, responseBodies } from '../named.ts';

/* The bell of the web app: news that a person should know, each with the path to its cause (ADR 57). */

/**
 * - `approval-waits`: a change request waits for a decision. Administrators see it until somebody has decided.
 * - `request-decided`: an own change request was approved or rejected, or could not be applied.
 * - `errors`: an own app has new errors. Administrators see those of the installation.
 * - `key-made`: an own API key was made. `key-ends`: an own API key ends in some days.
 * - `new-country`: somebody signed in to the account from a country for the first time.
 * - `factor-added`, `factor-removed`: the account got or lost a second factor.
 * - `recovery-used`: somebody used a recovery code of the account.
 * - `password-known`: somebody entered the right password, and then a wrong code.
 * - `passkey-copied`: the counter of a passkey went back, so it may be a copy.
 * - `password-changed`: the account has another password.
 * - `role-changed`: the administrator became a viewer, or the viewer an administrator.
 * - `sign-on-linked`, `sign-on-unlinked`: the account was linked to single sign-on, or unlinked.
 * - `admin-disabled`, `admin-enabled`: an administrator was disabled or enabled, and by no administrator: by single sign-on, or by a
 *   command on the machine. Administrators see it.
 */
export const bellKinds = [
  'approval-waits',
  'request-decided',
  'batch-ended',
  'errors',
  'pause-began',
  'pause-ended',
  'key-made',
  'key-ends',
  'new-country',
  'factor-added',
  'factor-removed',
  'recovery-used',
  'password-known',
  'passkey-copied',
  'password-changed',
  'role-changed',
  'sign-on-linked',
  'sign-on-unlinked',
  'admin-disabled',
  'admin-enabled',
] as const;
export type BellKind = (typeof bellKinds)[number];

/** `path` is the page of the web app that shows the cause. */
export const bellItem = z
  .object({
    id: z.string(),
    kind: z.enum(bellKinds),
    at: time,
    isRead: z.boolean(),
    text: z.string(),
    path: z.string(),
  })
  .register(responseBodies, { id: 'BellItem' });
export type BellItem = z.infer<typeof bellItem>;

/**
 * The newest first: at most `limits.bell.decisions` that wait for a decision, and `limits.bell.shown` others; `unread` counts
 * the unread ones among these.
 */
export const bellAnswer = success(z.array(bellItem))
  .extend({ unread: z.number() })
  .register(responseBodies, { id: 'BellAnswer' });

const mostItems = limits.bell.shown + limits.bell.decisions;

/** The items that are read now; all without `ids`. */
export const readBellForm = z
  .strictObject({
    ids: z
      .array(requiredText('Ids must be texts', { label: 'Id', max: limits.text.id }), {
        error: 'Ids must be a list',
      })
      .max(mostItems, `Ids must be at most ${mostItems}`)
      .optional(),
  })
  .register(requestBodies, { id: 'ReadBell' });

export const readBellAnswer = success(z.object({ unread: z.number() })).register(responseBodies, {
  id: 'ReadBellAnswer',
});

/** The calls about the bell: each person has an own one. */
export const bellCalls = {
  getBell: {
    method: 'GET',
    path: '/bell',
    who: 'signed-in',
    viewers: true,
    keys: 'read',
    summary: 'What the caller should know of, the newest first',
    answer: bellAnswer,
  },
  readBell: {
    method: 'POST',
    path: '/bell/read',
    who: 'signed-in',
    viewers: false,
    keys: false,
    summary: 'Mark items of the caller’s bell as read, or all of them',
    body: readBellForm,
    answer: readBellAnswer,
  },
} as const satisfies Record<string, Call>;
