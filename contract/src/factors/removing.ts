import { z } from 'zod';
import type { Call } from '../call.ts';
import { success } from '../envelope.ts';
import { inPath, time } from '../fields.ts';
import { responseBodies } from '../named.ts';

/* Removing the second factors of somebody else, who has lost them: a link takes their place (ADR 137). */

/**
 * The link with which the person sets up a new second factor, once. It is in no later answer. `link` is a whole address when the
 * server knows its own (OFFICE_ADDRESS, else PUBLIC_URL), and otherwise its path.
 */
export const removedFactors = success(z.object({ link: z.string(), endsAt: time })).register(
  responseBodies,
  { id: 'RemovedFactors' },
);
export type FactorLink = z.infer<typeof removedFactors>['data'];

/** The calls of administrators about the second factors of others. */
export const factorRemovalCalls = {
  removeAdminFactors: {
    method: 'DELETE',
    path: '/admins/:id/factors',
    who: 'admin',
    viewers: false,
    keys: false,
    needs: 'manage-admins',
    asksAgain: 'recent',
    summary:
      'Remove all second factors of another administrator, end the sessions, and make a link for setting up a new one; a newer link replaces it',
    params: z.object({ id: inPath('an administrator', 'Administrator') }),
    answer: removedFactors,
    refusals: ['not-found', 'conflict'],
  },
  removeUserFactors: {
    method: 'DELETE',
    path: '/user/factors/:id',
    who: 'admin',
    viewers: false,
    keys: false,
    asksAgain: 'recent',
    summary:
      'Remove all second factors of an app owner, end the sessions, and make a link for setting up a new one; a newer link replaces it',
    params: z.object({ id: inPath('a user', 'User') }),
    answer: removedFactors,
    refusals: ['not-found', 'conflict'],
  },
} as const satisfies Record<string, Call>;
