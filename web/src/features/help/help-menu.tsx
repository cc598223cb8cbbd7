import { Menu } from '@mantine/core';
import { IconApi, IconBook2, IconInfoCircle } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { DropMenu } from '../../ui/drop-menu.tsx';

/** Loaded on demand, because most visits open neither. */
const Guide = lazy(async () => ({ default: (await import('./guide.tsx')).Guide }));
const About = lazy(async () => ({ default: (await import('./about.tsx')).About }));

export type HelpRole = 'admin' | 'user';
type Shown = { about: 'guide' | 'about'; opened: boolean } | null;

/** The "?" menu: a short guide, the API reference, and About. */
export function HelpMenu({ of, button }: { of: HelpRole; button: ReactNode }) {
  const [shown, setShown] = useState<Shown>(null);
  const dialog = (about: 'guide' | 'about') => ({
    opened: shown?.opened === true && shown.about === about,
    onClose: () => setShown({ about, opened: false }),
  });
  return (
    <>
      <DropMenu withinPortal={false}>
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconBook2 size={16} />}
            onClick={() => setShown({ about: 'guide', opened: true })}
          >
            Guide
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
            onClick={() => setShown({ about: 'about', opened: true })}
          >
            About
          </Menu.Item>
        </Menu.Dropdown>
      </DropMenu>
      <Suspense>
        {shown?.about === 'guide' && <Guide {...dialog('guide')} of={of} />}
        {shown?.about === 'about' && <About {...dialog('about')} />}
      </Suspense>
    </>
  );
}
