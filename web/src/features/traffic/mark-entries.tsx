import type { TrafficMark } from '@adwarden/contract/traffic/marks';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { Role } from '../../lib/role.ts';
import classes from './mark-entries.module.css';
import { markInWords, markPath } from './mark-words.ts';

/** Lists changes, the newest first: who, what, when, and the link to each entry. */
export function MarkEntries({ marks, of }: { marks: readonly TrafficMark[]; of: Role }) {
  return (
    <ul className={classes.entries}>
      {marks.toReversed().map((mark) => {
        const { who, did, name, why, when } = markInWords(mark);
        const to = markPath(of, mark);
        return (
          <li key={`${mark.kind} ${mark.at} ${mark.seq}`} className={classes.entry}>
            <p className={classes.words}>
              <bdi className={classes.who}>{who}</bdi> {did}{' '}
              <bdi className={classes.name}>{name}</bdi>
            </p>
            {why !== '' && <p className={classes.why}>{why}</p>}
            <p className={classes.when}>
              <span>{when}</span>
              {to !== null && (
                <Anchor component={Link} to={to} className={classes.link}>
                  {linkWords[mark.kind]}
                </Anchor>
              )}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

const linkWords = { change: 'See the entry', batch: 'See the bulk change', pause: 'See the pause' };
