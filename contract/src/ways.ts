import { z } from 'zod';
import type { Call } from './call.ts';
import { success } from './envelope.ts';
import { responseBodies } from './named.ts';
import { personKinds } from './people/people.ts';

/* The ways to sign in besides the password. The sign-in pages ask for them once they are shown. */

/**
 * Why nobody can use a passkey: the address of the back office (OFFICE_ADDRESS, else PUBLIC_URL) does not fit. `not-https`: it is not
 * one of HTTPS. `no-host-name`: it is an IP address, and a passkey belongs to a host name.
 */
export const passkeyObstacles = ['not-https', 'no-host-name'] as const;
export type PasskeyObstacle = (typeof passkeyObstacles)[number];

/** What people call the provider of single sign-on, and who may sign in with it. */
const singleSignOnWay = z
  .object({ name: z.string(), as: z.array(z.enum(personKinds)) })
  .register(responseBodies, { id: 'SingleSignOnWay' });

/**
 * `passkeyOrigin`: browsers take passkeys on pages of this origin only; null where there are none. It is http://localhost with the port
 * while the server does not know its address. `singleSignOn` is null where it is not set up.
 */
export const waysAnswer = success(
  z.object({
    passkeys: z.boolean(),
    passkeyOrigin: z.string().nullable(),
    noPasskeys: z.enum(passkeyObstacles).nullable(),
    singleSignOn: singleSignOnWay.nullable(),
  }),
).register(responseBodies, { id: 'Ways' });
export type Ways = z.infer<typeof waysAnswer>['data'];

export const wayCalls = {
  getWays: {
    method: 'GET',
    path: '/sessions/ways',
    who: 'anyone',
    summary: 'The ways to sign in besides the password',
    answer: waysAnswer,
  },
} as const satisfies Record<string, Call>;
