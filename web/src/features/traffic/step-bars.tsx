import { countOf } from '@adwarden/contract/traffic/comparison';
import type { Traffic } from '@adwarden/contract/traffic/traffic';
import { Bar, CartesianGrid, ComposedChart, Line, XAxis, YAxis } from 'recharts';
import { formatDayAndMonth, formatTime } from '../../lib/dates.ts';
import type { Outcome } from './outcomes.ts';
import { inShort } from './traffic-words.ts';
import { comparedCount } from './week-before.ts';

/** Above so many bars there is no room between the parts of a bar. */
const manySteps = 62;
/** Up to so many hours, the axis has times; above, only days. */
const manyHours = 48;

/** The labels of an axis by step; hours that begin a day in the person's zone have its date. */
function labelsOf({ step, steps }: Pick<Traffic, 'step' | 'steps'>): Map<string, string> {
  if (step === 'day') {
    return new Map(steps.map(({ at }) => [at, formatDayAndMonth(at.slice(0, 10))]));
  }
  const days = steps.map(({ at }) => formatDayAndMonth(at));
  return new Map(
    steps.flatMap(({ at }, place) => {
      const isNewDay = place > 0 && days[place] !== days[place - 1];
      if (isNewDay) return [[at, days[place] ?? '']];
      return steps.length > manyHours ? [] : [[at, formatTime(at)]];
    }),
  );
}

/** The least distance of two labels, in pixels. */
const labelWidth = 72;

/** The labels for which there is room; the last one always. */
function shownLabels(all: Map<string, string>, width: number): string[] {
  const steps = [...all.keys()];
  const every = Math.max(1, Math.ceil((steps.length * labelWidth) / width));
  return steps.filter((_, place) => (steps.length - 1 - place) % every === 0);
}

type TickProps = { x?: number | string; y?: number | string; payload?: { value: string | number } };

/** Labels as plain texts: the library's own measure themselves first. */
const label =
  (anchor: 'middle' | 'end', down: number, wordsOf: (value: string | number) => string) =>
  ({ x = 0, y = 0, payload = { value: '' } }: TickProps) => (
    <text x={x} y={Number(y) + down} textAnchor={anchor} fill="var(--text-muted)" fontSize={12}>
      {wordsOf(payload.value)}
    </text>
  );
const noLines = () => [];
const countLabel = label('end', 4, (value) => inShort(Number(value)));

export type StepBarsProps = {
  traffic: Traffic;
  outcomes: readonly Outcome[];
  /** Of the bars, without the axis, in pixels. */
  width: number;
};

/**
 * A bar for each step, stacked by outcome with the requests with ads below, and a line with those of the week before. Only a
 * picture: what lies over it reads the values out. In a chunk of its own, because the chart library is larger than the rest of the page. The space
 * around the bars is that of `.plot` in traffic-chart.module.css. The size and the labels are given: the library would find
 * them by measuring texts one by one, which takes the browser longer than everything else.
 */
export function StepBars({ traffic, outcomes, width }: StepBarsProps) {
  const { steps } = traffic;
  const labels = labelsOf(traffic);
  const compared = countOf[comparedCount(traffic)];
  const data = steps.map(({ weekBefore, ...counts }) => ({
    at: counts.at,
    ...Object.fromEntries(outcomes.map(({ id, of }) => [id, of(counts)])),
    'week-before': weekBefore && compared(weekBefore),
  }));
  const hasGaps = steps.length <= manySteps;
  return (
    <ComposedChart
      width={44 + width + 8}
      height={280}
      data={data}
      margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      barCategoryGap={hasGaps ? '14%' : '6%'}
      maxBarSize={36}
      accessibilityLayer={false}
    >
      <CartesianGrid
        vertical={false}
        // Otherwise it measures labels to know where vertical lines would be.
        verticalCoordinatesGenerator={noLines}
        stroke="var(--border)"
      />
      <XAxis
        dataKey="at"
        height={30}
        ticks={shownLabels(labels, width)}
        interval={0}
        tick={label('middle', 12, (at) => labels.get(String(at)) ?? '')}
        tickMargin={10}
        tickLine={false}
        stroke="var(--border-strong)"
      />
      <YAxis
        width={44}
        interval={0}
        allowDecimals={false}
        tick={countLabel}
        tickLine={false}
        axisLine={false}
      />
      {outcomes.map(({ id, color }) => (
        <Bar
          key={id}
          dataKey={id}
          stackId="outcomes"
          fill={color}
          {...(hasGaps && { stroke: 'var(--surface)' })}
          isAnimationActive={false}
        />
      ))}
      <Line
        dataKey="week-before"
        type="linear"
        stroke="var(--text-muted)"
        strokeWidth={1.5}
        strokeDasharray="4 3"
        dot={false}
        isAnimationActive={false}
      />
    </ComposedChart>
  );
}
