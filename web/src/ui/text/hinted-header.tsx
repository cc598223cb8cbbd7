import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './text.module.css';

/** The header of a column, with an explanation on hover and focus. */
export function HintedHeader({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <span className={classes.hintedHeader}>
      <span className={classes.headerText}>{children}</span>
      <Tooltip label={hint} multiline w={260} events={{ hover: true, focus: true, touch: true }}>
        <UnstyledButton className={classes.hint} aria-label={hint}>
          <IconInfoCircle size={14} aria-hidden="true" />
        </UnstyledButton>
      </Tooltip>
    </span>
  );
}
