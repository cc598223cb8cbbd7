import { z } from 'zod';
import { actorKinds } from '../changes/changes.ts';
import { success } from '../envelope.ts';
import { choice, momentInBody, optionalText, requiredText, time, wholeNumber } from '../fields.ts';
import { limits } from '../limits.ts';

/** What a pause stops: all ads, those of an account, of an owner, or of one app. */
export const pauseScopes = ['all', 'account', 'owner', 'app'] as const;
export type PauseScope = (typeof pauseScopes)[number];

/** What `value` is, by scope; `all` has none. */
const valueNames = { account: 'an account name', owner: 'a user id', app: 'an app ID' } as const;

/** The form of a new pause. The pause ends at `until`. Without `until`, somebody must end it. */
export const pauseForm = z
  .object({
    scope: choice(pauseScopes, 'Please Select Scope', 'Scope'),
    value: optionalText({ label: 'Value', max: limits.text.accountName }).default(''),
    reason: requiredText('Please Enter Reason', { label: 'Reason', max: limits.text.reason }),
    until: momentInBody('Until'),
  })
  .superRefine(({ scope, value }, context) => {
    const refuse = (message: string) =>
      context.addIssue({ code: 'custom', path: ['value'], message });
    if (scope === 'all' && value !== '') refuse('A pause of all ads has no value');
    if (scope !== 'all' && value === '') refuse(`Value must be ${valueNames[scope]}`);
  });
export type PauseForm = z.infer<typeof pauseForm>;

/** Who began or ended a pause. The system ends it at `until`. */
export const pauseActor = z.object({ kind: z.enum(actorKinds), name: z.string() });

/**
 * A pause. `label` says in words what it stops: the name of the account, the owner or the app. `apps` is how many apps
 * it covers now; of those that an owner may see, for an owner.
 */
export const pause = z.object({
  id: z.string(),
  scope: z.enum(pauseScopes),
  value: z.string(),
  label: z.string(),
  reason: z.string(),
  createdAt: time,
  createdBy: pauseActor,
  until: time.nullable(),
  endedAt: time.nullable(),
  endedBy: pauseActor.nullable(),
  apps: z.number(),
});
export type Pause = z.infer<typeof pause>;
export const pauseAnswer = success(pause);

export const pauseStates = ['active', 'ended'] as const;

export const pauseListQuery = z.strictObject({
  state: z.enum(pauseStates, `state must be one of: ${pauseStates.join(', ')}`).default('active'),
  page: wholeNumber('page', 0, limits.maxPage).default(0),
  pageSize: wholeNumber('pageSize', 1, limits.maxPageSize).default(limits.pageSize),
});

/** Ended pauses: the newest first. Active pauses: those that stop the most apps first, then the newest. */
export const pauseList = success(z.array(pause)).extend({
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
});
