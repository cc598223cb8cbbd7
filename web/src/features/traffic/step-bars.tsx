import { requestsOf, type Traffic } from '@adwarden/contract/traffic/traffic';
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from 'recharts';
import { formatDayAndMonth, formatTime } from '../../lib/dates.ts';
import type { Outcome } from './outcomes.ts';
import { inShort } from './traffic-words.ts';

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

/** The text of both axes. */
const words = { fill: 'var(--text-muted)', fontSize: 12 };

/**
 * A bar for each step, stacked by outcome, and a line with the requests of the week before. Only a picture: what lies over it
 * reads the values out. In a chunk of its own, because the chart library is larger than the rest of the page. The space
 * around the bars is that of `.plot` in traffic-chart.module.css.
 */
export function StepBars({
  traffic,
  outcomes,
}: {
  traffic: Traffic;
  outcomes: readonly Outcome[];
}) {
  const { steps } = traffic;
  const labels = labelsOf(traffic);
  const data = steps.map(({ weekBefore, ...counts }) => ({
    at: counts.at,
    ...Object.fromEntries(outcomes.map(({ id, of }) => [id, of(counts)])),
    'week-before': weekBefore && requestsOf(weekBefore),
  }));
  const hasGaps = steps.length <= manySteps;
  return (
    <ResponsiveContainer>
      <ComposedChart
        data={data}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        barCategoryGap={hasGaps ? '14%' : '6%'}
        maxBarSize={36}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis
          dataKey="at"
          height={30}
          ticks={[...labels.keys()]}
          tickFormatter={(at: string) => labels.get(at) ?? ''}
          interval="preserveStartEnd"
          minTickGap={16}
          tick={words}
          tickMargin={10}
          tickLine={false}
          stroke="var(--border-strong)"
        />
        <YAxis
          width={44}
          tickFormatter={inShort}
          allowDecimals={false}
          tick={words}
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
    </ResponsiveContainer>
  );
}
