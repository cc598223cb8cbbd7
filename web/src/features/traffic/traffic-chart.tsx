import { countOf } from '@adwarden/contract/traffic/comparison';
import { requestsOf, type Traffic } from '@adwarden/contract/traffic/traffic';
import { useElementSize } from '@mantine/hooks';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { Role } from '../../lib/role.ts';
import { MarkLane } from './mark-lane.tsx';
import type { Outcome } from './outcomes.ts';
import { StepBars } from './step-bars.tsx';
import classes from './traffic-chart.module.css';
import { inFull, stepInWords } from './traffic-words.ts';
import { comparedCount, countInWords, stepAgainstWeekBefore } from './week-before.ts';

type Props = {
  traffic: Traffic;
  outcomes: readonly Outcome[];
  /** The place of the step whose values are read out; null for none. */
  at: number | null;
  /** While the pointer is over a step, or the keyboard has moved to it; null afterwards. */
  onLook: (at: number | null) => void;
  /** A click or Enter keeps a step. */
  onKeep: (at: number) => void;
  /** The role to whose pages the marks lead. */
  of: Role;
};

/** Requests by hour or day as bars, with the marks of what was changed below the axis. Arrow keys read values out. */
export function TrafficChart({ traffic, outcomes, at, onLook, onKeep, of }: Props) {
  const { steps, step } = traffic;
  const { ref, width } = useElementSize();
  const last = steps.length - 1;

  function placeUnder({ clientX, currentTarget }: PointerEvent<HTMLElement>): number {
    const { left, width: whole } = currentTarget.getBoundingClientRect();
    return Math.min(last, Math.max(0, Math.floor(((clientX - left) / whole) * steps.length)));
  }

  function onKey(event: KeyboardEvent): void {
    const now = at ?? last;
    const far = step === 'day' ? 7 : 24;
    const next: Record<string, number> = {
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      PageDown: now - far,
      PageUp: now + far,
      Home: 0,
      End: last,
    };
    const place = next[event.key];
    if (place !== undefined) onLook(Math.min(last, Math.max(0, place)));
    else if (event.key === 'Enter') onKeep(now);
    else return;
    event.preventDefault();
  }

  return (
    <div className={classes.chart}>
      <div className={classes.bars}>
        {width > 0 && <StepBars traffic={traffic} outcomes={outcomes} width={width} />}
        <div ref={ref} className={classes.plot}>
          {at !== null && (
            <div
              className={classes.band}
              style={{
                insetInlineStart: `${(at / steps.length) * 100}%`,
                width: `${100 / steps.length}%`,
              }}
            />
          )}
          {/* A slider: the one control whose value screen readers read out while arrow keys move it. */}
          <div
            className={classes.reader}
            role="slider"
            tabIndex={0}
            aria-label={`Requests by ${step}`}
            aria-valuemin={1}
            aria-valuemax={steps.length}
            aria-valuenow={(at ?? last) + 1}
            aria-valuetext={valueInWords(traffic, outcomes, at ?? last)}
            onKeyDown={onKey}
            onFocus={({ target }) => target.matches(':focus-visible') && onLook(at ?? last)}
            onBlur={() => onLook(null)}
            onPointerMove={(event) => onLook(placeUnder(event))}
            onPointerLeave={() => onLook(null)}
            onPointerUp={(event) => onKeep(placeUnder(event))}
          />
        </div>
      </div>
      <MarkLane traffic={traffic} width={width} of={of} />
    </div>
  );
}

/** All values of a step, for screen readers. */
function valueInWords(traffic: Traffic, outcomes: readonly Outcome[], at: number): string {
  const { step, steps } = traffic;
  const counts = steps[at];
  if (!counts) return '';
  const compared = comparedCount(traffic);
  const shown = countOf[compared](counts);
  const before = stepAgainstWeekBefore(traffic, counts, compared);
  return [
    `${stepInWords(step, counts.at)}: ${inFull(shown)} ${countInWords[compared](shown)}`,
    ...(before === '' ? [] : [before]),
    `${inFull(requestsOf(counts))} in all`,
    ...outcomes.flatMap(({ label, of }) => {
      const count = of(counts);
      return count > 0 ? [`${label} ${inFull(count)}`] : [];
    }),
  ].join(', ');
}
