import type { ActorKind } from '@adwarden/contract/changes/changes';
import type { Person } from '@adwarden/contract/people/people';
import type { TrafficMark } from '@adwarden/contract/traffic/marks';
import type { ReadChange } from '../../changes/changes.list.store.ts';
import { presentChange } from '../../changes/changes.present.ts';
import { isoTime, isoTimeOrNull } from '../../kit/clock.ts';
import { seesBatch } from '../../sight/batches.policy.ts';
import { pauseLabel, scopeOf, seenPause } from '../../sight/pauses.policy.ts';
import { seenName } from '../../sight/people.policy.ts';
import type { BatchEntry, KeptBatch, ReadPause } from './traffic.marks.store.ts';

/** Returns an entry of the log as a mark, as a person may see it. */
export function markOfEntry(person: Person, entry: ReadChange): TrafficMark {
  const { at, actor, seq, entity, key, name, action, diff } = presentChange(person, entry);
  const by = { kind: actor.kind, name: actor.name };
  const fields = diff.map(({ field }) => field);
  return { kind: 'change', at, by, seq, entity, key, name, action, fields };
}

/** Returns a batch as a mark; `batch` is undefined when it is deleted. */
export function markOfBatch(
  person: Person,
  { batch: id, at, seq, actorKind, actorId, actorName }: BatchEntry,
  batch: KeptBatch | undefined,
): TrafficMark {
  const kind = actorKind as ActorKind;
  const by = { kind, name: seenName(person, { kind, id: actorId, name: actorName }) };
  const seen = batch && seesBatch(person, batch) ? batch : undefined;
  const [title, apps] = [seen?.title ?? null, seen?.changed ?? null];
  return { kind: 'batch', at: isoTime(at), by, seq, batch: id, title, apps };
}

/** Returns a pause as a mark; `ownWords` is the owner's name for what it stops. */
export function markOfPause(
  person: Person,
  pause: ReadPause,
  ownWords: string | undefined,
): TrafficMark {
  const seen = seenPause(person, pause, ownWords);
  const { id, reason, createdAt, createdByKind, createdByName, seq } = seen;
  const until = seen.endedAt ?? seen.until;
  return {
    kind: 'pause',
    at: isoTime(createdAt),
    seq: seq ?? null,
    pause: id,
    scope: scopeOf(seen),
    reason,
    by: { kind: createdByKind, name: createdByName },
    label: pauseLabel(seen),
    until: isoTimeOrNull(until),
  };
}
