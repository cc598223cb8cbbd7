import { z } from 'zod';
import type { Call } from './call.ts';
import { success } from './envelope.ts';
import { responseBodies } from './named.ts';

/* The system check: the present and coming troubles of an installation (`npm run doctor`). */

/** `note`: worth knowing. `warning`: works, and will hurt. `error`: does not work. The worst come first. */
export const checkStates = ['error', 'warning', 'note', 'ok'] as const;
export type CheckState = (typeof checkStates)[number];

/** The result of one check. `why` and `todo` are '' when all is well. `call`: the call that `todo` speaks of, for a button. */
export const systemCheck = z
  .object({
    name: z.string(),
    state: z.enum(checkStates),
    what: z.string(),
    why: z.string(),
    todo: z.string(),
    call: z.enum(['saveCopy', 'acceptTime']).optional(),
  })
  .register(responseBodies, { id: 'SystemCheck' });
export type SystemCheck = z.infer<typeof systemCheck>;

/** The worst check comes first. */
export const systemChecks = success(z.array(systemCheck)).register(responseBodies, {
  id: 'SystemChecks',
});

/** The place of the copy: a whole data folder on the server. */
export const savedCopy = success(z.object({ folder: z.string() })).register(responseBodies, {
  id: 'SavedCopy',
});

/** The time from which the server goes on. */
export const acceptedTime = success(z.object({ now: z.iso.datetime() })).register(responseBodies, {
  id: 'AcceptedTime',
});

/** The calls of the system check. */
export const doctorCalls = {
  getSystemChecks: {
    method: 'GET',
    path: '/doctor',
    who: 'admin',
    viewers: true,
    keys: 'read',
    summary: 'Check the installation: settings, machine, database, key, backups, network',
    answer: systemChecks,
  },
  saveCopy: {
    method: 'POST',
    path: '/doctor/copy',
    who: 'admin',
    viewers: false,
    keys: false,
    readsOnly: true,
    summary: 'Save what the open database holds, while its files are gone',
    answer: savedCopy,
    refusals: ['conflict'],
  },
  acceptTime: {
    method: 'POST',
    path: '/doctor/acceptTime',
    who: 'admin',
    viewers: false,
    keys: false,
    summary: 'Accept the clock as it is: scheduled changes, pauses, tokens and pruning go on by it',
    answer: acceptedTime,
  },
} as const satisfies Record<string, Call>;
