import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import classes from './top-bar.module.css';

/** The "?" button of the top bar; its menu is wrapped around it by the caller. */
export function HelpButton(props: ActionIconProps & ComponentPropsWithRef<'button'>) {
  return (
    <Tooltip label="Help" disabled={props['aria-expanded'] === true}>
      <ActionIcon
        {...props}
        className={classes.icon}
        variant="transparent"
        size={40}
        aria-label="Help"
      >
        <IconHelp size={20} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}
