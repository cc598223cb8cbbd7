import { z } from 'zod';
import { actorKinds, changeActions, changeEntities } from '../changes/changes.ts';
import { time } from '../fields.ts';
import { responseBodies } from '../named.ts';
import { pauseScopes } from '../pauses/pauses.ts';

/** The fields of all marks: the time, the person, and the entry of the log (`seq`); null when the log no longer has it. */
const mark = {
  at: time,
  by: z.object({ kind: z.enum(actorKinds), name: z.string() }),
  seq: z.number().nullable(),
};

/**
 * Something that may explain traffic, on the axis of time. `change`: an entry of the log; `fields` are those that changed.
 * `batch`: all that a batch changed, or an undo; `title` and `apps` (how many it changed) are null when the batch is
 * deleted or somebody else's. `pause`: from `at` to `until`; null while it goes on.
 */
export const trafficMark = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('change'),
      ...mark,
      entity: z.enum(changeEntities),
      key: z.string(),
      name: z.string(),
      action: z.enum(changeActions),
      fields: z.array(z.string()),
    }),
    z.object({
      kind: z.literal('batch'),
      ...mark,
      batch: z.string(),
      title: z.string().nullable(),
      apps: z.number().nullable(),
    }),
    z.object({
      kind: z.literal('pause'),
      ...mark,
      pause: z.string(),
      scope: z.enum(pauseScopes),
      label: z.string(),
      reason: z.string(),
      until: time.nullable(),
    }),
  ])
  .register(responseBodies, { id: 'TrafficMark' });
export type TrafficMark = z.infer<typeof trafficMark>;
