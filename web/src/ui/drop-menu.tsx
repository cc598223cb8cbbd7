import { Menu, type MenuProps } from '@mantine/core';
import { useState } from 'react';
import { useEscape } from './dialog/use-escape.ts';

/**
 * Mantine's menu. A click or a key on its `Menu.Target` opens it with the focus on the first item; Escape closes it
 * wherever the focus is.
 */
export function DropMenu(props: MenuProps) {
  const [opened, setOpened] = useState(false);
  useEscape(opened, () => setOpened(false));
  return (
    <Menu
      position="bottom-end"
      // Mantine would add an element for the first focus, which role="menu" does not allow.
      withInitialFocusPlaceholder={false}
      // Inside the landmark of the page's content, as screen readers expect.
      portalProps={{ target: 'main' }}
      {...props}
      opened={opened}
      onChange={setOpened}
    />
  );
}
