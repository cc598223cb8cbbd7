import { Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type Ref, useState } from 'react';
import { useEscape } from '../../ui/dialog/use-escape.ts';
import { bellQuery } from './bell.api.ts';
import classes from './bell.module.css';
import { BellPanel } from './bell-panel.tsx';
import { useSeenItems } from './use-seen-items.ts';

type Props = {
  /** The button that opens it. */
  Button: ComponentType<{ ref?: Ref<HTMLButtonElement>; unread: number; onClick: () => void }>;
};

/** The bell of the signed-in person: how much is new, and a panel with all of it. */
export function Bell({ Button }: Props) {
  const [opened, setOpened] = useState(false);
  useEscape(opened, () => setOpened(false));
  const { refetch } = useQuery(bellQuery);
  const unread = useSeenItems();

  function toggle() {
    if (!opened) void refetch();
    setOpened(!opened);
  }

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(400px, calc(100vw - 16px))"
      // Within the landmark of the top bar.
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button unread={unread} onClick={toggle} />
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>
        <BellPanel onClose={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
