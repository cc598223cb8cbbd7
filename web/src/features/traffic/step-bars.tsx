import { countOf } from '@adwarden/contract/traffic/comparison';
import type { Traffic } from '@adwarden/contract/traffic/traffic';
import { formatDayAndMonth, formatTime } from '../../lib/dates.ts';
import { barPlaces, countTicks, lineThrough } from './bar-places.ts';
import type { Outcome } from './outcomes.ts';
import classes from './traffic-chart.module.css';
import { inShort } from './traffic-words.ts';
import { comparedCount } from './week-before.ts';

/** With more bars than this, there is no room between the parts of a bar. */
const manySteps = 62;
/** Up to this number of hours, the axis has times; above, only days. */
const manyHours = 48;

/** A label of the axis, and the place of its step. */
type Label = { place: number; words: string };

/** Returns the labels of an axis by step; hours that begin a day in the person's zone have its date. */
function labelsOf({ step, steps }: Pick<Traffic, 'step' | 'steps'>): Label[] {
  if (step === 'day') {
    return steps.map(({ at }, place) => ({ place, words: formatDayAndMonth(at.slice(0, 10)) }));
  }
  const days = steps.map(({ at }) => formatDayAndMonth(at));
  return steps.flatMap(({ at }, place) => {
    const isNewDay = place > 0 && days[place] !== days[place - 1];
    if (isNewDay) return [{ place, words: days[place] ?? '' }];
    return steps.length > manyHours ? [] : [{ place, words: formatTime(at) }];
  });
}

/** The least distance of two labels, in pixels. */
const labelWidth = 72;

/** Returns the labels for which there is room, always with the last one. */
function shownLabels(all: readonly Label[], width: number): readonly Label[] {
  const every = Math.max(1, Math.ceil((all.length * labelWidth) / width));
  return all.filter((_, place) => (all.length - 1 - place) % every === 0);
}

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

/** Pixels around the bars: the space of `.plot` in traffic-chart.module.css. */
const space = { top: 8, right: 8, bottom: 30, left: 44 };
const height = 280;
const bottom = height - space.bottom;

type Props = {
  traffic: Traffic;
  outcomes: readonly Outcome[];
  /** The width of the bars in pixels, without the axis. */
  width: number;
};

/**
 * Draws a bar for each step, stacked by outcome with the requests with ads below, and a line for the week before. It is only
 * a picture: the elements over it read the values out.
 */
export function StepBars({ traffic, outcomes, width }: Props) {
  const { steps } = traffic;
  const compared = countOf[comparedCount(traffic)];
  const before = steps.map(({ weekBefore }) => (weekBefore ? compared(weekBefore) : null));
  const stacks = steps.map((counts) => outcomes.map(({ of }) => of(counts)));
  const ticks = countTicks(Math.max(...stacks.map(sum), ...before.map((count) => count ?? 0)));
  const top = ticks.at(-1) ?? 1;
  const end = space.left + width;
  const hasGaps = steps.length <= manySteps;
  const bar = barPlaces(width, steps.length, hasGaps ? 0.14 : 0.06);

  const left = (place: number) => space.left + bar.every * place;
  const middle = (place: number) => left(place) + bar.every / 2;
  const y = (count: number) => bottom - (count / top) * (bottom - space.top);

  const line = before.map((count, place) =>
    count === null ? null : { x: middle(place), y: y(count) },
  );
  const only = steps.length === 1 ? line[0] : null;

  return (
    <svg
      className={classes.picture}
      width={end + space.right}
      height={height}
      data-chart
      aria-hidden="true"
    >
      <g stroke="var(--border)">
        {ticks.map((count) => (
          <line key={count} x1={space.left} x2={end} y1={y(count)} y2={y(count)} />
        ))}
      </g>
      {outcomes.map(({ id, color }, outcome) => (
        <g key={id} fill={color} stroke={hasGaps ? 'var(--surface)' : 'none'}>
          {steps.map(({ at }, place) => {
            const count = stacks[place]?.[outcome] ?? 0;
            if (count === 0) return null;
            const over = y(sum(stacks[place]?.slice(0, outcome + 1) ?? []));
            const down = bottom - y(count);
            const from = left(place) + bar.from;
            return <path key={at} d={`M${from},${over}h${bar.width}v${down}h${-bar.width}Z`} />;
          })}
        </g>
      ))}
      <path className={classes.before} d={lineThrough(line)} />
      <line x1={space.left} x2={end} y1={bottom} y2={bottom} stroke="var(--border-strong)" />
      {only && <circle className={classes.before} cx={only.x} cy={only.y} r={3} />}
      <g className={classes.labels} textAnchor="middle">
        {shownLabels(labelsOf(traffic), width).map(({ place, words }) => (
          <text key={place} x={middle(place)} y={bottom + 28}>
            {words}
          </text>
        ))}
      </g>
      <g className={classes.labels} textAnchor="end">
        {ticks.map((count) => (
          <text key={count} x={space.left - 8} y={y(count) + 4}>
            {inShort(count)}
          </text>
        ))}
      </g>
    </svg>
  );
}
