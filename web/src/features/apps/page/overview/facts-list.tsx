import type { ReactNode } from 'react';
import classes from './facts-list.module.css';

type Fact = readonly [name: string, value: ReactNode, explanation?: string];

/** Names with their values, one below the other, and a sentence about those that not everybody knows. */
export function FactsList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value, explanation]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>
            {value}
            {explanation && <p className={classes.explanation}>{explanation}</p>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
