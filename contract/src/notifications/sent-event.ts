import { z } from 'zod';
import { batchKinds, batchStates } from '../batches/batches.ts';
import { actorKinds, changeActions, changeEntities, fieldChange } from '../changes/changes.ts';
import { time } from '../fields.ts';
import { findingRuleNames, findingSeverities } from '../findings/rules.ts';
import { responseBodies } from '../named.ts';
import { pauseScopes } from '../pauses/pauses.ts';
import { personKinds } from '../people/people.ts';
import { changeEventTypes } from './events.ts';

/* An event as it is sent to the world outside: what an administrator may see of it. */

/**
 * The fields of every event. `id` is the same when it is sent again. `text` says all in a sentence. `url` is the page that shows
 * its cause; null while PUBLIC_URL is not set. `urgent`: this is an alarm, sent ahead of its turn (ADR 67); in its turn it comes
 * again with the same `id`, and is not urgent then.
 */
const head = {
  id: z.string(),
  at: time,
  text: z.string(),
  url: z.string().nullable(),
  urgent: z.boolean(),
};
const actor = z.object({ kind: z.enum(actorKinds), id: z.string(), name: z.string() });

/**
 * An entry of the log of changes. `diff` is null when it would make the event too large (`limits.webhooks.bytes`). It shows only
 * the last four characters of a token.
 */
const changed = z.object({
  ...head,
  type: z.enum(changeEventTypes),
  data: z.object({
    seq: z.number(),
    actor,
    entity: z.enum(changeEntities),
    key: z.string(),
    name: z.string(),
    action: z.enum(changeActions),
    diff: z.array(fieldChange).nullable(),
    /** The batch that made it. */
    batch: z.string().nullable(),
  }),
});

const paused = z.object({
  ...head,
  type: z.enum(['pause.began', 'pause.ended']),
  data: z.object({
    id: z.string(),
    scope: z.enum(pauseScopes),
    value: z.string(),
    label: z.string(),
    reason: z.string(),
    until: time.nullable(),
    endedAt: time.nullable(),
    actor,
  }),
});

/** `appID` and `appName` are '' for the installation. */
const found = z.object({
  ...head,
  type: z.enum(['finding.opened', 'finding.closed']),
  data: z.object({
    appID: z.string(),
    appName: z.string(),
    rule: z.enum(findingRuleNames),
    severity: z.enum(findingSeverities),
    field: z.string(),
    title: z.string(),
    detail: z.string(),
  }),
});

const batchDone = z.object({
  ...head,
  type: z.literal('batch.done'),
  data: z.object({
    id: z.string(),
    state: z.enum(batchStates),
    kind: z.enum(batchKinds),
    title: z.string(),
    total: z.number(),
    changed: z.number(),
    requested: z.number(),
    skipped: z.number(),
    failed: z.number(),
    actor,
  }),
});

/** `id` is that of the API key, and `days` how many are left. */
const keyEnds = z.object({
  ...head,
  type: z.literal('key.ends'),
  data: z.object({
    id: z.string(),
    name: z.string(),
    days: z.number(),
    endsAt: time,
    person: z.object({ kind: z.enum(personKinds), id: z.string() }),
  }),
});

/** The event that "Send a test event" sends. */
const test = z.object({ ...head, type: z.literal('test'), data: z.object({}) });

export const sentEvent = z
  .discriminatedUnion('type', [changed, paused, found, batchDone, keyEnds, test])
  .register(responseBodies, { id: 'SentEvent' });
export type SentEvent = z.infer<typeof sentEvent>;
export type PauseEvent = z.infer<typeof paused>;
export type FindingEvent = z.infer<typeof found>;
export type KeyEvent = z.infer<typeof keyEnds>;
export type BatchEvent = z.infer<typeof batchDone>;
