import type { TrafficComparison, TrafficDifference } from '@adwarden/contract/traffic/comparison';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { Role } from '../../lib/role.ts';
import classes from './biggest-changes.module.css';
import { differenceName, differencePath } from './comparison-words.ts';
import panels from './traffic-panels.module.css';
import { changeInWords, inFull } from './traffic-words.ts';

type Props = {
  of: Role;
  title: 'Increases' | 'Decreases';
  compared: TrafficComparison;
  listed: readonly TrafficDifference[];
};

/** Increases or decreases, the biggest first: the name, the requests, what is usual, and the difference. */
export function DifferenceList({ of, title, compared, listed }: Props) {
  return (
    <div className={classes.list}>
      <h3 className={classes.title}>{title}</h3>
      {listed.length === 0 ? (
        <p className={panels.none}>None</p>
      ) : (
        <Differences of={of} label={title} compared={compared} listed={listed} />
      )}
    </div>
  );
}

/** The list without a title. */
export function Differences({
  of,
  label,
  compared,
  listed,
}: Omit<Props, 'title'> & { label: string }) {
  const most = Math.max(...listed.map(({ requests, usual }) => Math.abs(requests - usual)));
  return (
    <ol className={classes.differences} aria-label={label}>
      {listed.map((difference) => {
        const { key, requests, usual, isGone } = difference;
        const name = differenceName(compared.by, difference);
        const to = differencePath(of, compared, difference);
        const change = requests - usual;
        return (
          <li key={key} className={classes.difference}>
            <span className={classes.name} data-hint={name} data-hint-if-cut>
              {to === null ? (
                <bdi>{name}</bdi>
              ) : (
                <Anchor component={Link} to={to} className={classes.link}>
                  <bdi>{name}</bdi>
                </Anchor>
              )}
              {isGone && ' (deleted)'}
            </span>
            <span className={classes.change}>
              {change > 0 ? '+' : '−'}
              {inFull(Math.abs(change))}
            </span>
            <span className={classes.figures}>
              {inFull(requests)}, usually {inFull(usual)}
            </span>
            <span className={classes.percent}>{changeInWords(requests, usual)}</span>
            <span className={classes.track} aria-hidden="true">
              <span
                className={classes.bar}
                data-down={change < 0 || undefined}
                style={{ width: `${(Math.abs(change) / most) * 100}%` }}
              />
            </span>
          </li>
        );
      })}
    </ol>
  );
}
