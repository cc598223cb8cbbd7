import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import bell from './bell-button.module.css';
import classes from './top-bar.module.css';

type Props = ActionIconProps & ComponentPropsWithRef<'button'> & { unread: number };

/** The bell of the top bar, with the number of what is new; its panel is wrapped around it by the caller. */
export function BellButton({ unread, ...props }: Props) {
  const number = unread.toLocaleString('en');
  return (
    <Tooltip label="Notifications" disabled={props['aria-expanded'] === true}>
      <ActionIcon
        {...props}
        className={classes.icon}
        variant="transparent"
        size={40}
        aria-label={unread > 0 ? `Notifications: ${number} new` : 'Notifications'}
      >
        <IconBell size={20} stroke={1.75} />
        {unread > 0 && (
          <span className={bell.number} aria-hidden="true">
            {number}
          </span>
        )}
      </ActionIcon>
    </Tooltip>
  );
}
