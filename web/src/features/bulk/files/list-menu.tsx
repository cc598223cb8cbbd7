import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { type Icon, IconDots } from '@tabler/icons-react';
import { useRef } from 'react';
import { DropMenu } from '../../../ui/drop-menu.tsx';

type Props = { label: string; actions: readonly { label: string; Icon: Icon; act: () => void }[] };

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
        {actions.map(({ label: text, Icon, act }) => (
          <Menu.Item
            key={text}
            leftSection={<Icon size={16} />}
            onClick={() => {
              // A dialog returns the focus to where it was, and the menu item no longer exists then.
              button.current?.focus();
              act();
            }}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </DropMenu>
  );
}
