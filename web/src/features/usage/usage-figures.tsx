import type { UsageCounts } from '@adwarden/contract/usage';
import classes from './usage-figures.module.css';
import { inFull, requestsIn, share } from './usage-words.ts';

/** The sums of all days: requests, those answered without a body (304), and those with an old or a wrong token. */
export function UsageFigures({ total }: { total: UsageCounts }) {
  const requests = requestsIn(total);
  const figures = [
    { name: 'Requests', value: inFull(requests), note: 'answered with its ads' },
    {
      name: 'Not modified',
      value: share(total.notModified, requests),
      note: `${inFull(total.notModified)} of them: the phone had the answer`,
    },
    {
      name: 'Old token',
      value: inFull(total.oldToken),
      note: 'of them with a token that was rotated away',
    },
    {
      name: 'Wrong token',
      value: inFull(total.wrongToken),
      note: 'refused, not among the requests',
    },
  ];
  return (
    <dl className={classes.figures}>
      {figures.map(({ name, value, note }) => (
        <div key={name} className={classes.figure}>
          <dt className={classes.name}>{name}</dt>
          <dd className={classes.value}>{value}</dd>
          <dd className={classes.note}>{note}</dd>
        </div>
      ))}
    </dl>
  );
}
