import { z } from 'zod';
import type { Call } from '../call.ts';
import { success } from '../envelope.ts';
import { time } from '../fields.ts';
import { requestBodies, responseBodies } from '../named.ts';

/* E-mail: once a day, what is newly wrong, to administrators who want it (ADR 57). */

/**
 * The mail of the caller. `available`: the server can send mails. `nextAt`: when the next mail is due, if there are new
 * errors then. `error`: why the last one did not go out; '' when it did.
 */
export const mail = z.object({
  available: z.boolean(),
  address: z.string(),
  subscribed: z.boolean(),
  nextAt: time.nullable(),
  sentAt: time.nullable(),
  error: z.string(),
});
export type Mail = z.infer<typeof mail>;

export const mailAnswer = success(mail).register(responseBodies, { id: 'MailAnswer' });

export const mailForm = z
  .strictObject({ subscribed: z.boolean('Subscribed must be true or false') })
  .register(requestBodies, { id: 'MailForm' });

/** Whether the mail server has taken a mail: `error` is '' then. */
export const testMailAnswer = success(z.object({ error: z.string() })).register(responseBodies, {
  id: 'TestMailAnswer',
});

/** The calls about e-mail: each administrator has an own setting. */
export const mailCalls = {
  getMail: {
    method: 'GET',
    path: '/mail',
    who: 'admin',
    viewers: true,
    keys: 'read',
    summary: 'Whether the caller gets a daily mail of new errors',
    answer: mailAnswer,
  },
  updateMail: {
    method: 'PUT',
    path: '/mail',
    who: 'admin',
    viewers: false,
    keys: false,
    summary: 'Get a daily mail of new errors, or no longer',
    body: mailForm,
    answer: mailAnswer,
    refusals: ['conflict'],
  },
  testMail: {
    method: 'POST',
    path: '/mail/test',
    who: 'admin',
    viewers: false,
    keys: false,
    summary: 'Send a test mail to the caller now, and say what became of it',
    answer: testMailAnswer,
    refusals: ['conflict', 'too-many'],
  },
} as const satisfies Record<string, Call>;
