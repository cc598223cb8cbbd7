import { Anchor, Paper } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { Link } from 'react-router';
import { safetyTabPath } from '../../../lib/safety-tabs.ts';
import { waitingInWords } from './request-words.ts';
import classes from './waiting-line.module.css';

/** On the dashboard of administrators: how many changes wait for approval, with a link to them; nothing for none. */
export function WaitingLine({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Paper component="section" className={classes.line} aria-label="Waiting for approval">
      <IconClockPause size={20} stroke={1.8} className={classes.icon} aria-hidden="true" />
      <Anchor component={Link} to={safetyTabPath('admin', 'change-requests')} fw={600}>
        {waitingInWords(count)}
      </Anchor>
    </Paper>
  );
}
