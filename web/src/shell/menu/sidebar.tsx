import { useFocusTrap } from '@mantine/hooks';
import { IconPin, IconPinnedOff } from '@tabler/icons-react';
import { Brand } from '../brand.tsx';
import { layoutStore, useLayout } from '../customizer/layout-store.ts';
import classes from './sidebar.module.css';
import { SidebarMenu } from './sidebar-menu.tsx';
import type { MenuModel } from './use-menu.ts';

type SidebarProps = {
  menu: MenuModel;
  companyName: string;
  /** It lies over the page, as a dialog of its own. */
  over: boolean;
};

/** The menu beside the page, or over it on small screens (spec, section 2 "Sidebar"). */
export function Sidebar({ menu, companyName, over }: SidebarProps) {
  const trap = useFocusTrap(over);
  const dialog = over
    ? ({ role: 'dialog', 'aria-modal': true, 'aria-label': 'Menu' } as const)
    : {};
  return (
    <div id="shell-menu" ref={trap} className={classes.sidebar} {...dialog}>
      <aside className={classes.surface}>
        <div className={classes.head}>
          <Brand companyName={companyName} />
          <Pin />
        </div>
        <nav className={classes.scroll} aria-label="Main">
          <SidebarMenu menu={menu} />
        </nav>
      </aside>
    </div>
  );
}

/** The button that keeps the small hover sidebar open; other sizes do not have it. */
function Pin() {
  const { sidebarSize, sidebarPinned } = useLayout().settings;
  if (sidebarSize !== 'sm-hover') return null;
  const Icon = sidebarPinned ? IconPinnedOff : IconPin;
  return (
    <button
      type="button"
      className={classes.pin}
      aria-label="Keep the sidebar open"
      aria-pressed={sidebarPinned}
      onClick={() => layoutStore.pin(!sidebarPinned)}
    >
      <Icon size={18} stroke={1.75} />
    </button>
  );
}
