import { Menu } from '@mantine/core';
import { IconApi, IconBook2, IconInfoCircle, IconKeyboard } from '@tabler/icons-react';
import { type ComponentType, type Ref, useRef, useState } from 'react';
import { Link } from 'react-router';
import { onServer } from '../../lib/base-path.ts';
import { paths } from '../../lib/paths.ts';
import type { Role } from '../../lib/role.ts';
import { DropMenu } from '../../ui/drop-menu.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import classes from './help-menu.module.css';

/** Loaded on demand, because most visits do not open it. */
const About = lazyDialog(async () => (await import('./about.tsx')).About);

type Props = {
  of: Role;
  /** The button that opens the menu. */
  Button: ComponentType<{ ref: Ref<HTMLButtonElement> }>;
  /** Opens the list of keyboard shortcuts. */
  onShowKeys: () => void;
};

/** The "?" menu: the guide, the keyboard shortcuts, the API reference, and About. */
export function HelpMenu({ of: role, Button, onShowKeys }: Props) {
  const [about, setAbout] = useState<'unopened' | 'opened' | 'closed'>('unopened');
  const button = useRef<HTMLButtonElement>(null);
  /** Focuses the button first, because a dialog returns the focus, and the menu item is removed by then. */
  const fromButton = (open: () => void) => () => {
    button.current?.focus();
    open();
  };
  return (
    <>
      <DropMenu withinPortal={false}>
        <Menu.Target>
          <Button ref={button} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={paths[role].guide} leftSection={<IconBook2 size={16} />}>
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
            href={onServer(`/docs/?colors=${document.documentElement.dataset.colorScheme ?? ''}`)}
            target="_blank"
            rel="noopener"
            leftSection={<IconApi size={16} />}
          >
            API reference
          </Menu.Item>
          <Menu.Item
            leftSection={<IconInfoCircle size={16} />}
            onClick={fromButton(() => setAbout('opened'))}
          >
            About
          </Menu.Item>
        </Menu.Dropdown>
      </DropMenu>
      {about !== 'unopened' && (
        <About opened={about === 'opened'} onClose={() => setAbout('closed')} />
      )}
    </>
  );
}
