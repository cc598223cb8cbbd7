import type { View } from '@adwarden/contract/views/views';
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react';
import type { Ref } from 'react';
import { CutText } from '../../ui/text/cut-text.tsx';
import classes from './views.module.css';

type Props = { ref: Ref<HTMLButtonElement>; active: View | undefined; edited: boolean };

/** The button of the menu, with the name of the view that is open. A dot says that the list differs from it. */
export function ViewButton({ ref, active, edited }: Props) {
  if (!active) {
    return (
      <Tooltip label="Views">
        {/* The menu's target must be the button itself, which then says that it has a menu and whether it is open. */}
        <span>
          <Menu.Target>
            <ActionIcon ref={ref} variant="default" size={36} aria-label="Views">
              <IconBookmark size={18} />
            </ActionIcon>
          </Menu.Target>
        </span>
      </Tooltip>
    );
  }
  return (
    <Menu.Target>
      <Button
        ref={ref}
        variant="default"
        className={classes.button ?? ''}
        leftSection={<IconBookmarkFilled size={16} />}
        aria-label={`View: ${active.name}${edited ? ', changed' : ''}`}
      >
        <CutText className={classes.name}>{active.name}</CutText>
        {edited && <span className={classes.dot} aria-hidden="true" />}
      </Button>
    </Menu.Target>
  );
}
