import type { UsageDay } from '@adwarden/contract/usage';
import { SegmentedControl } from '@mantine/core';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import classes from './usage-section.module.css';
import { UsageTable } from './usage-table.tsx';
import { daysInWords } from './usage-words.ts';

type Chart = ComponentType<{ days: UsageDay[]; label: string }>;
type Loaded = { chart: Chart | null; failed: boolean };

/** Loads the chart from its own chunk; if that fails, the table is shown. */
function useChart(): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ chart: null, failed: false });
  useEffect(() => {
    let wanted = true;
    import('./usage-chart.tsx').then(
      ({ UsageChart }) => wanted && setLoaded({ chart: UsageChart, failed: false }),
      () => wanted && setLoaded({ chart: null, failed: true }),
    );
    return () => {
      wanted = false;
    };
  }, []);
  return loaded;
}

type Props = {
  days: UsageDay[];
  /** The heading element; its level depends on the place. */
  heading: ReactNode;
};

/** Requests per day, as a chart or as the table that says the same. */
export function UsageDays({ days, heading }: Props) {
  const [shown, setShown] = useState('chart');
  const { chart: Chart, failed } = useChart();
  const isTable = failed || shown === 'table';
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <div className={classes.heading}>
          {heading}
          <p className={classes.zone}>{daysInWords(days.at(-1)?.day ?? '')}</p>
        </div>
        {!failed && (
          <SegmentedControl
            size="xs"
            aria-label="Show as"
            data={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
            value={shown}
            onChange={setShown}
          />
        )}
      </div>
      {isTable ? (
        <UsageTable days={days} />
      ) : (
        <div className={classes.chart}>
          {Chart && (
            <Chart
              days={days}
              label="Bar chart of the requests per day by outcome. The table has the same figures."
            />
          )}
        </div>
      )}
    </section>
  );
}
