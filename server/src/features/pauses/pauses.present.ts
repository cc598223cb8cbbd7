import type { Pause } from '@adwarden/contract/pauses/pauses';
import { isoTime, isoTimeOrNull } from '../../kit/clock.ts';
import { pauseLabel, scopeOf } from '../../sight/pauses.policy.ts';
import type { NamedPause } from '../../sight/pauses.store.ts';

export type NamedApp = { appID: string; appName: string };

/**
 * Returns a pause as answers have it; `apps` is the number of apps that it covers now, and `appIDs` are the apps of a pause of
 * some.
 */
export function presentPause(row: NamedPause, apps: number, appIDs?: string[]): Pause {
  const { id, reason, createdAt, createdByKind, createdByName } = row;
  const { scope, value } = scopeAndValue(row);
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
    ...(appIDs && { appIDs }),
  };
}

/** Returns the scope and value of a pause; one of some apps has no value of its own. */
function scopeAndValue(row: NamedPause) {
  const scope = scopeOf(row);
  return { scope, value: scope === 'apps' ? '' : row.value };
}

/** Returns a pause as an entry of the log has it, with the names of `apps` if it is one of some apps. */
export function loggedPause(row: NamedPause, apps: readonly NamedApp[] = []): object {
  const { reason, until, endedAt } = row;
  const label = pauseLabel(row);
  const times = { until: isoTimeOrNull(until), endedAt: isoTimeOrNull(endedAt) };
  const ofApps = apps.length > 0 && {
    appIDs: apps.map(({ appID }) => appID),
    appNames: apps.map(({ appName }) => appName),
  };
  return { ...scopeAndValue(row), label, reason, ...times, ...ofApps };
}
