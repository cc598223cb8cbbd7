import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import classes from './text.module.css';

/** An explanation of a column, on hover and focus of a mark beside its header. */
export function HeaderHint({ hint }: { hint: string }) {
  return (
    <Tooltip label={hint} multiline w={260} events={{ hover: true, focus: true, touch: true }}>
      <UnstyledButton className={classes.hint} aria-label={hint}>
        <IconInfoCircle size={14} aria-hidden="true" />
      </UnstyledButton>
    </Tooltip>
  );
}
