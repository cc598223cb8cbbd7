import type { Pause } from '@adwarden/contract/pauses/pauses';
import { isoTime, isoTimeOrNull } from '../../kit/clock.ts';
import { pauseLabel } from '../../sight/pauses.policy.ts';
import type { NamedPause } from '../../sight/pauses.store.ts';

/** A pause as it is sent in answers; `apps` is how many it covers now. */
export function presentPause(row: NamedPause, apps: number): Pause {
  const { id, scope, value, reason, createdAt, createdByKind, createdByName } = row;
  const { until, endedAt, endedByKind, endedByName } = row;
  return {
    id,
    scope,
    value,
    label: pauseLabel(row),
    reason,
    createdAt: isoTime(createdAt),
    createdBy: { kind: createdByKind, name: createdByName },
    until: isoTimeOrNull(until),
    endedAt: isoTimeOrNull(endedAt),
    endedBy: endedByKind && { kind: endedByKind, name: endedByName ?? '' },
    apps,
  };
}

/** A pause as an entry of the log has it. */
export function loggedPause(row: NamedPause): object {
  const { scope, value, reason, until, endedAt } = row;
  const label = pauseLabel(row);
  const times = { until: isoTimeOrNull(until), endedAt: isoTimeOrNull(endedAt) };
  return { scope, value, label, reason, ...times };
}
