import { Paper, Skeleton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { CountUp } from '../../ui/count-up.tsx';
import { Delayed } from '../../ui/feedback/delayed.tsx';
import classes from './count-card.module.css';
import type { CountCardInfo } from './count-cards.ts';

type Props = {
  card: CountCardInfo;
  /** Undefined while loading. */
  count: number | undefined;
};

/** Label, figure, icon and link; the link reaches over the whole card. */
export function CountCard({ card: { label, link, to, tone, icon: Icon }, count }: Props) {
  return (
    <Paper className={classes.card}>
      <h2 className={classes.label}>{label}</h2>
      <div className={classes.middle}>
        <p className={classes.figure}>
          {count !== undefined && <CountUp value={count} />}
          {count === undefined && (
            <Delayed>
              <Skeleton width={72} height={28} component="span" display="inline-block" />
            </Delayed>
          )}
        </p>
        <span className={classes.tile} data-tone={tone} aria-hidden="true">
          <Icon size={22} stroke={1.7} />
        </span>
      </div>
      <Link to={to} className={classes.link}>
        {link}
        <IconArrowRight className={classes.arrow} size={16} stroke={1.8} aria-hidden="true" />
      </Link>
    </Paper>
  );
}
