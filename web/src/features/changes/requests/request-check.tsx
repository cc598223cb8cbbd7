import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FindingLine } from '../../apps/form/findings/finding-line.tsx';
import {
  type CheckedRequest,
  checkRequestsQuery,
  requestsCheckedInTime,
} from './check-requests.api.ts';
import classes from './request-check.module.css';
import { effectsOf, type RequestEffects } from './request-effects.ts';

/**
 * Reads what requests would do if they were applied now; null while it is loading. `isWanted`: the person may apply them.
 * `mayApply` resolves to false if something grave was not on the screen yet: then the person decides again.
 */
export function useRequestEffects(requests: readonly CheckedRequest[], isWanted: boolean) {
  const client = useQueryClient();
  const { data } = useQuery({ ...checkRequestsQuery(requests), enabled: isWanted });
  const effects = isWanted && data ? effectsOf(data) : null;
  async function mayApply(): Promise<boolean> {
    if (effects) return true;
    const checked = await requestsCheckedInTime(client, requests);
    return checked === null || !effectsOf(checked).isGrave;
  }
  return { effects, mayApply };
}

/** Shows what requests would do to one app: new findings, emptied ad units, another publisher. */
export function AppEffects({ effects, appID }: { effects: RequestEffects | null; appID: string }) {
  const { findings = [], units = [] } = effects?.byApp.get(appID) ?? {};
  if (findings.length + units.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="What this would do">
      {findings.map((finding) => (
        <li key={finding.key}>
          <FindingLine finding={finding} />
        </li>
      ))}
      {units.map((text) => (
        <li key={text} className={classes.units}>
          <IconAlertTriangle size={15} aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  );
}

/** Says how many requests of phones would be turned off. */
export function TurnedOff({ effects }: { effects: RequestEffects | null }) {
  if (!effects || effects.turnedOff === '') return null;
  return (
    <Alert color="yellow" p="sm" icon={<IconAlertTriangle />}>
      {effects.turnedOff}
    </Alert>
  );
}
