import { requestsOf, type Traffic } from '@adwarden/contract/traffic/traffic';
import { CompositeChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { formatDayAndMonth, formatTime } from '../../lib/dates.ts';
import type { Outcome } from './outcomes.ts';
import { inShort } from './traffic-words.ts';

/** Above so many bars there is no room between the parts of a bar. */
const manySteps = 62;
/** Up to so many hours, the axis has times; above, only days. */
const manyHours = 48;

/** The labels of an axis by step; hours that begin a day in the person's zone have its date. */
function labelsOf({ step, steps }: Pick<Traffic, 'step' | 'steps'>): Map<string, string> {
  if (step === 'day')
    return new Map(steps.map(({ at }) => [at, formatDayAndMonth(at.slice(0, 10))]));
  const days = steps.map(({ at }) => formatDayAndMonth(at));
  return new Map(
    steps.flatMap(({ at }, place) => {
      const isNewDay = place > 0 && days[place] !== days[place - 1];
      if (isNewDay) return [[at, days[place] ?? '']];
      return steps.length > manyHours ? [] : [[at, formatTime(at)]];
    }),
  );
}

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
    <CompositeChart
      h="100%"
      data={data}
      dataKey="at"
      series={[
        ...outcomes.map(({ id, color }) => ({ name: id, color, type: 'bar' as const })),
        { name: 'week-before', color: 'var(--text-muted)', type: 'line' as const },
      ]}
      withTooltip={false}
      withDots={false}
      connectNulls={false}
      curveType="linear"
      strokeWidth={1.5}
      lineProps={{ strokeDasharray: '4 3' }}
      barProps={
        hasGaps
          ? { stackId: 'outcomes', stroke: 'var(--surface)', strokeOpacity: 1, strokeWidth: 1 }
          : { stackId: 'outcomes' }
      }
      maxBarWidth={36}
      tickLine="none"
      yAxisProps={{ width: 44, tickFormatter: inShort, allowDecimals: false }}
      xAxisProps={{
        height: 30,
        ticks: [...labels.keys()],
        tickFormatter: (at: string) => labels.get(at) ?? '',
        minTickGap: 16,
      }}
      composedChartProps={{
        margin: { top: 8, right: 8, bottom: 0, left: 0 },
        barCategoryGap: hasGaps ? '14%' : '6%',
        accessibilityLayer: false,
      }}
    />
  );
}
