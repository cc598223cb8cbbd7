import { IconArrowRight } from '@tabler/icons-react';
import type { StaleField } from '../../../ui/form/stale-edit.tsx';
import classes from './schedule-difference.module.css';

/** Fields that are listed; the rest is counted. */
const most = 6;

/** What the edit changes: each field with its value now and the wanted one. */
export function ScheduleDifference({ differences }: { differences: readonly StaleField[] }) {
  const more = differences.length - most;
  return (
    <ul className={classes.list} aria-label="What changes">
      {differences.slice(0, most).map(({ field, label, theirs, mine }) => (
        <li key={field} className={classes.field}>
          <span className={classes.label}>{label}</span>
          <span className={classes.values}>
            <Value text={theirs} />
            <IconArrowRight className={classes.arrow} size={14} aria-label="becomes" />
            <Value text={mine ?? ''} />
          </span>
        </li>
      ))}
      {more > 0 && (
        <li className={classes.field}>
          and {more} more {more === 1 ? 'field' : 'fields'}
        </li>
      )}
    </ul>
  );
}

function Value({ text }: { text: string }) {
  if (text === '') return <span className={classes.empty}>empty</span>;
  return <bdi className={classes.value}>{text}</bdi>;
}
