import type { SaidFinding } from '@adwarden/contract/findings/findings';
import { severityWords } from '@adwarden/contract/state-words';
import { UnstyledButton } from '@mantine/core';
import { IconAlertOctagon, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useId, useState } from 'react';
import classes from './finding-line.module.css';

export const severityIcons = {
  error: IconAlertOctagon,
  warning: IconAlertTriangle,
  notice: IconInfoCircle,
};

type Props = {
  finding: SaidFinding;
  /** Below a field: Tab goes from the field to the next one, and Alt-Enter to this (`app-form-jump`). */
  inField?: boolean;
};

/**
 * One finding: how bad it is, what is wrong and what to do; why it matters opens below. Only inline elements, because
 * it stands in the description of a field.
 */
export function FindingLine({ finding, inField = false }: Props) {
  const { severity, detail, title, todo, why, apps } = finding;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const Icon = severityIcons[severity];
  return (
    <span className={classes.line} data-severity={severity}>
      <Icon className={classes.icon} size={15} aria-hidden="true" />
      <span className={classes.text}>
        <strong className={classes.word}>{severityWords[severity]}:</strong> {detail}
        {apps.length > 0 && (
          <>
            {' '}
            See{' '}
            {apps.map(({ appID, appName }, index) => (
              <span key={appID}>
                {index > 0 && ', '}
                <bdi>{appName}</bdi>
              </span>
            ))}
            .
          </>
        )}{' '}
        <span className={classes.todo}>{todo}</span>{' '}
        <UnstyledButton
          component="button"
          className={classes.ask}
          {...(inField && { tabIndex: -1 })}
          aria-label={`Why? ${title}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          Why?
        </UnstyledButton>
        {isOpen && (
          <span id={id} className={classes.why}>
            {why}
          </span>
        )}
      </span>
    </span>
  );
}
