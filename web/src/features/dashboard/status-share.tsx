import { Paper } from '@mantine/core';
import type { Stats } from './dashboard.api.ts';
import { percent } from './percent.ts';
import classes from './status-share.module.css';

const parts = [
  { name: 'Live', tone: 'green', countOf: (stats: Stats) => stats.live },
  { name: 'In-Develop', tone: 'amber', countOf: (stats: Stats) => stats.inDevelop },
  { name: 'Suspended', tone: 'red', countOf: (stats: Stats) => stats.suspend },
];

/** Live of all, in a sentence and a thin bar, with the parts named below. */
export function StatusShare({ stats }: { stats: Stats }) {
  const { apps, live } = stats;
  return (
    <Paper className={classes.panel}>
      <div className={classes.heading}>
        <h2 className={classes.title}>Live of all applications</h2>
        <p className={classes.share}>
          {apps === 0 ? 'None yet' : `${percent(live, apps)}% · ${live} of ${apps}`}
        </p>
      </div>
      <div className={classes.bar} aria-hidden="true">
        {parts
          .filter(({ countOf }) => countOf(stats) > 0)
          .map(({ name, tone, countOf }) => (
            <span
              key={name}
              className={classes.part}
              data-tone={tone}
              style={{ flexGrow: countOf(stats) }}
            />
          ))}
      </div>
      <ul className={classes.legend}>
        {parts.map(({ name, tone, countOf }) => (
          <li key={name} className={classes.entry}>
            <span className={classes.dot} data-tone={tone} aria-hidden="true" />
            {name}
            <span className={classes.count}>{countOf(stats)}</span>
          </li>
        ))}
      </ul>
    </Paper>
  );
}
