import { Menu } from '@mantine/core';
import { IconApi, IconBook2, IconInfoCircle, IconKeyboard } from '@tabler/icons-react';
import { type ComponentType, type Ref, useRef, useState } from 'react';
import type { Role } from '../../lib/role.ts';
import { DropMenu } from '../../ui/drop-menu.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import classes from './help-menu.module.css';

/** Loaded on demand, because most visits open neither. */
const Guide = lazyDialog(async () => (await import('./guide.tsx')).Guide);
const About = lazyDialog(async () => (await import('./about.tsx')).About);

type Shown = { about: 'guide' | 'about'; opened: boolean } | null;

type Props = {
  of: Role;
  /** The button that opens the menu. */
  Button: ComponentType<{ ref: Ref<HTMLButtonElement> }>;
  /** Opens the list of keyboard shortcuts. */
  onShowKeys: () => void;
};

/** The "?" menu: a short guide, the keyboard shortcuts, the API reference, and About. */
export function HelpMenu({ of, Button, onShowKeys }: Props) {
  const [shown, setShown] = useState<Shown>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** Focuses the button first, because a dialog returns the focus, and the menu item is removed by then. */
  const fromButton = (open: () => void) => () => {
    button.current?.focus();
    open();
  };
  const dialog = (about: 'guide' | 'about') => ({
    opened: shown?.opened === true && shown.about === about,
    onClose: () => setShown({ about, opened: false }),
  });
  return (
    <>
      <DropMenu withinPortal={false}>
        <Menu.Target>
          <Button ref={button} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconBook2 size={16} />}
            onClick={fromButton(() => setShown({ about: 'guide', opened: true }))}
          >
            Guide
          </Menu.Item>
          <Menu.Item
            className={classes.keys}
            leftSection={<IconKeyboard size={16} />}
            onClick={fromButton(onShowKeys)}
          >
            Keyboard
          </Menu.Item>
          <Menu.Item
            component="a"
            href="/docs"
            target="_blank"
            rel="noopener"
            leftSection={<IconApi size={16} />}
          >
            API reference
          </Menu.Item>
          <Menu.Item
            leftSection={<IconInfoCircle size={16} />}
            onClick={fromButton(() => setShown({ about: 'about', opened: true }))}
          >
            About
          </Menu.Item>
        </Menu.Dropdown>
      </DropMenu>
      {shown?.about === 'guide' && <Guide {...dialog('guide')} of={of} />}
      {shown?.about === 'about' && <About {...dialog('about')} />}
    </>
  );
}
