import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useRef } from 'react';
import { type Action, ActionItems } from '../../../ui/action-items.tsx';
import { DropMenu } from '../../../ui/drop-menu.tsx';

type Props = { label: string; actions: readonly Action[] };

/** The menu in the toolbar for the whole list. */
export function ListMenu({ label, actions }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <DropMenu>
      <Tooltip label={label}>
        {/* The menu's target must be the button itself, which then says that it has a menu and whether it is open. */}
        <span>
          <Menu.Target>
            <ActionIcon ref={button} variant="default" size={36} aria-label={label}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
        </span>
      </Tooltip>
      <Menu.Dropdown>
        <ActionItems actions={actions} button={button} />
      </Menu.Dropdown>
    </DropMenu>
  );
}
