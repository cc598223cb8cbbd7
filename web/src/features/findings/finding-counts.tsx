import { type FindingSeverity, findingSeverities } from '@adwarden/contract/findings/rules';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { severityTones } from '../../lib/words/finding-words.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './finding-counts.module.css';

type Props = {
  findings: readonly { severity: FindingSeverity }[];
  /** The address that shows the findings, and the state of its entry in the browser's history. */
  to: string;
  state: unknown;
};

const words: Record<FindingSeverity, [one: string, more: string]> = {
  error: ['error', 'errors'],
  warning: ['warning', 'warnings'],
  notice: ['notice', 'notices'],
};

/** Shows the number of findings of each severity as a link to them, or that there are none. */
export function FindingCounts({ findings, to, state }: Props) {
  if (findings.length === 0) {
    return (
      <span className={classes.none}>
        <IconCircleCheck size={18} aria-hidden="true" />
        None
      </span>
    );
  }
  const counts = findingSeverities
    .map((severity) => ({
      severity,
      count: findings.filter((finding) => finding.severity === severity).length,
    }))
    .filter(({ count }) => count > 0);
  return (
    <Link to={to} state={state} className={classes.counts}>
      {counts.map(({ severity, count }) => (
        <StatusBadge key={severity} tone={severityTones[severity]}>
          {`${count} ${words[severity][count === 1 ? 0 : 1]}`}
        </StatusBadge>
      ))}
    </Link>
  );
}
