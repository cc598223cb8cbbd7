import type { UsageDay } from '@adwarden/contract/usage';
import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { formatDayAndMonth } from '../../lib/dates.ts';
import { series } from './usage-series.ts';
import { inFull, inShort } from './usage-words.ts';

/**
 * A bar for each day, stacked by outcome. For screen readers it is only an image; the table has the same figures. In a
 * chunk of its own, because the chart library is larger than the whole list page.
 */
export function UsageChart({ days, label }: { days: UsageDay[]; label: string }) {
  const data = days.map(({ day, ...counts }) => ({ ...counts, day: formatDayAndMonth(day) }));
  return (
    <div role="img" aria-label={label}>
      <BarChart
        h={260}
        data={data}
        dataKey="day"
        type="stacked"
        series={[...series]}
        withLegend
        legendProps={{ verticalAlign: 'bottom', itemSorter: null }}
        valueFormatter={inFull}
        tooltipProps={{ labelFormatter: (day) => `${day} (UTC)` }}
        tickLine="none"
        maxBarWidth={36}
        barProps={{ isAnimationActive: false }}
        yAxisProps={{ width: 44, tickFormatter: inShort, allowDecimals: false }}
        xAxisProps={{ minTickGap: 16 }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}
