import type { Traffic } from '@adwarden/contract/traffic/traffic';
import { useState } from 'react';
import type { Role } from '../../lib/role.ts';
import { Panel } from '../../ui/panel.tsx';
import { MarkEntries } from './mark-entries.tsx';
import { marksAround } from './mark-places.ts';
import { ShowAllButton } from './show-all-button.tsx';
import panels from './traffic-panels.module.css';
import { stepInWords } from './traffic-words.ts';

const atFirst = 6;

type Props = {
  traffic: Traffic;
  of: Role;
  /** Whether the traffic is that of one app, not of all. */
  isOfApp: boolean;
  /** The step whose causes are looked for; null for the whole time. */
  step: number | null;
};

/**
 * Lists the marks of the chart, the newest first: all, or those around a step; or says that nothing was changed. If there
 * are none around the step, it lists those before it: a difference from earlier weeks may have its cause there.
 */
export function TrafficChanges({ traffic, of, isOfApp, step }: Props) {
  const [all, setAll] = useState(false);
  const at = step === null ? undefined : traffic.steps[step]?.at;
  const around = at === undefined ? traffic.marks : marksAround(traffic, Date.parse(at));
  const before = traffic.marks.filter((mark) => at !== undefined && mark.at < at);
  const marks = around.length > 0 ? around : before;
  const time = traffic.step === 'day' ? 'days' : 'hours';
  const near = `the ${traffic.step === 'day' ? 'day' : 'two hours'} before`;
  const hint =
    at === undefined
      ? traffic.hasMoreMarks && `The newest ${marks.length}`
      : `${around.length === 0 && before.length > 0 ? 'Those before, because there is none from' : 'From'} ${near} to ${stepInWords(traffic.step, at)}`;
  return (
    <Panel title="Changes" hint={hint}>
      {marks.length === 0 && (
        <p className={panels.none}>
          {isOfApp
            ? `No change of this app, its owner or its account in these ${time}`
            : `No change, bulk change or pause in these ${time}`}
        </p>
      )}
      {marks.length > 0 && <MarkEntries marks={all ? marks : marks.slice(-atFirst)} of={of} />}
      {!all && marks.length > atFirst && (
        <ShowAllButton count={marks.length} onClick={() => setAll(true)} />
      )}
    </Panel>
  );
}
