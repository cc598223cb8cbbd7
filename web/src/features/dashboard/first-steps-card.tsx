import { Button, Paper, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ListPaths } from './count-cards.ts';
import type { Stats } from './dashboard.api.ts';
import classes from './first-steps.module.css';
import { firstSteps } from './first-steps.ts';

type Props = ListPaths & {
  /** The counts; undefined when they could not be loaded. */
  stats: Stats | undefined;
  /** Whether any phone has asked for ads; undefined while loading. */
  asked: boolean | undefined;
};

/** The first steps on an empty installation, each checked when done. Disappears after the first request for ads. */
export function FirstStepsCard({ applications, users, stats, asked }: Props) {
  if (!stats || asked === undefined) return null;
  const steps = firstSteps({ applications, users }, { stats, asked });
  const next = steps.findIndex(({ done }) => !done);
  return (
    steps.length > 0 && (
      <Paper component="section" className={classes.panel} aria-labelledby="first-steps">
        <h2 id="first-steps" className={classes.title}>
          First steps
        </h2>
        <ol className={classes.steps}>
          {steps.map(({ title, text, link, to, done }, index) => (
            <li key={title} className={classes.step} data-done={done || undefined}>
              <span className={classes.mark} aria-hidden="true">
                {done ? <IconCheck size={16} stroke={2.4} /> : index + 1}
              </span>
              <div className={classes.words}>
                <h3 className={classes.name}>
                  {title}
                  {done && <VisuallyHidden>: done</VisuallyHidden>}
                </h3>
                <p className={classes.text}>{text}</p>
              </div>
              {index === next && (
                <Button component={Link} to={to} size="sm" className={classes.link}>
                  {link}
                </Button>
              )}
            </li>
          ))}
        </ol>
      </Paper>
    )
  );
}
