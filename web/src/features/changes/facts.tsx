import type { ReactNode } from 'react';
import classes from './facts.module.css';

type Props = { facts: readonly (readonly [name: string, value: ReactNode])[] };

/** Names and values of one entry, one in each line; those without a value are left out. */
export function Facts({ facts }: Props) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  );
}
