import { type AdUnits, forEachAdUnit } from '@adwarden/contract/ad-units';
import { type Impact, turnsOffMany } from '@adwarden/contract/impact';
import { requestsTurnedOff } from '../../../lib/words/impact-words.ts';
import type { FormFinding } from '../../apps/form/findings/findings-of-form.ts';
import { emptiedUnits, otherPublisher } from '../../apps/form/findings/impact-words.ts';
import type { CheckedChange } from './check-requests.api.ts';

/** The effects of requests: on each app, and on the requests of all phones together. */
export type RequestEffects = {
  byApp: Map<string, { findings: FormFinding[]; units: string[] }>;
  /** '' when no request would be turned off. */
  turnedOff: string;
  /** Whether a save would ask about it: an error, many requests, an emptied ad unit or another publisher. */
  isGrave: boolean;
};

/** Returns what requests would do, without what is wrong already and what is muted. */
export function effectsOf(checked: readonly CheckedChange[]): RequestEffects {
  const byApp = new Map(
    checked.map(({ appID, diff, findings }) => {
      const [before, after] = [unitsOf(diff, 'before'), unitsOf(diff, 'after')];
      const units = [emptiedUnits(before, after), otherPublisher(before, after)];
      const fresh = findings.filter(({ isNew, muted }) => isNew && !muted);
      return [
        appID,
        {
          findings: fresh.map((one) => ({ ...one, key: `${one.rule} ${one.field}` })),
          units: units.flatMap((effect) => effect?.text ?? []),
        },
      ] as const;
    }),
  );
  const impacts = checked.flatMap(({ impact }) => impact ?? []);
  const all = together(impacts);
  const isGrave =
    impacts.some(turnsOffMany) ||
    turnsOffMany(all) ||
    [...byApp.values()].some(
      ({ findings, units }) =>
        units.length > 0 || findings.some(({ severity }) => severity === 'error'),
    );
  return { byApp, turnedOff: all.lost > 0 ? requestsTurnedOff(all).text : '', isGrave };
}

/** Returns the ad units before or after the requests, '' for those that stay. */
function unitsOf(diff: CheckedChange['diff'], side: 'before' | 'after'): AdUnits {
  return forEachAdUnit((name) => {
    const change = diff.find(({ field }) => field === name);
    if (!change) return '';
    return side === 'after' ? change.after : (change.now ?? change.before);
  });
}

function together(impacts: readonly Impact[]): Impact {
  const sum = (key: 'requests' | 'lost' | 'unknown') =>
    impacts.reduce((all, one) => all + one[key], 0);
  return {
    requests: sum('requests'),
    lost: sum('lost'),
    unknown: sum('unknown'),
    parts: impacts.flatMap(({ parts }) => parts),
  };
}
