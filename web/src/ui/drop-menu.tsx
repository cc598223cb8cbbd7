import { Menu, type MenuProps } from '@mantine/core';
import { useState } from 'react';
import { useEscape } from './dialog/use-escape.ts';

/**
 * Mantine's menu, opened by the click or the key of its `Menu.Target`: its first item has the focus
 * then, and Escape closes it wherever the focus is.
 */
export function DropMenu(props: MenuProps) {
  const [opened, setOpened] = useState(false);
  useEscape(opened, () => setOpened(false));
  return (
    <Menu
      position="bottom-end"
      // An element of Mantine's for the first focus, which has no place in a role="menu".
      withInitialFocusPlaceholder={false}
      // Inside the landmark of the page's content, where screen readers look for it.
      portalProps={{ target: 'main' }}
      {...props}
      opened={opened}
      onChange={setOpened}
    />
  );
}
