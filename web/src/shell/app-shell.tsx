import { memo, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Role } from '../lib/role.ts';
import { useEscape } from '../ui/dialog/use-escape.ts';
import classes from './app-shell.module.css';
import { BackToTop } from './back-to-top.tsx';
import { Customizer } from './customizer/customizer.tsx';
import { shownLayout, toggleOf } from './customizer/layout-rules.ts';
import { layoutStore, useLayout } from './customizer/layout-store.ts';
import { Footer } from './footer.tsx';
import { HorizontalMenu } from './menu/horizontal-menu.tsx';
import type { MenuRow } from './menu/menu.ts';
import { Preloader } from './preloader.tsx';
import './shell-tokens.css';
import { Sidebar } from './menu/sidebar.tsx';
import { TwoColumnSidebar } from './menu/two-column-sidebar.tsx';
import { useMenu } from './menu/use-menu.ts';
import { TopBar } from './top-bar/top-bar.tsx';
import { useModeOnBody } from './use-mode-on-body.ts';

/** Memoised, because a search changes the address with each key, but none of these parts. */
const Frame = {
  TopBar: memo(TopBar),
  HorizontalMenu: memo(HorizontalMenu),
  TwoColumnSidebar: memo(TwoColumnSidebar),
  Sidebar: memo(Sidebar),
  Footer: memo(Footer),
  BackToTop: memo(BackToTop),
  Customizer: memo(Customizer),
};

export type AppShellProps = {
  role: Role;
  fullName: string;
  companyName: string;
  /** Must be the same array at each render. */
  menu: readonly MenuRow[];
  /** Buttons beside the user dropdown. */
  actions?: ReactNode;
  /** Above every page. */
  banner?: ReactNode;
  children: ReactNode;
};

/**
 * The frame around every signed-in page: top bar, menu, content, footer, customizer (spec, section 2 "Shell"). The
 * layout store says which menu there is. The style sheets place the parts by the attributes of the root element.
 */
export function AppShell(props: AppShellProps) {
  const { role, fullName, companyName, actions, banner, children } = props;
  const { settings, view, band } = useLayout();
  const { layout } = shownLayout(settings, view, band);
  const over = view.open && toggleOf(settings, band) === 'drawer';
  const menu = useMenu(props.menu);
  const content = useRef<HTMLElement>(null);
  useModeOnBody();
  useFreshStart(content);
  useEscape(view.open, () => layoutStore.closeMenu());

  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <Frame.TopBar
        role={role}
        fullName={fullName}
        companyName={companyName}
        actions={actions}
        covered={over}
      />
      {layout === 'horizontal' && <Frame.HorizontalMenu menu={menu} />}
      {layout === 'twocolumn' && <Frame.TwoColumnSidebar menu={menu} companyName={companyName} />}
      {(layout === 'vertical' || layout === 'semibox') && (
        <Frame.Sidebar menu={menu} companyName={companyName} over={over} />
      )}
      {over && (
        <button
          type="button"
          className={classes.overlay}
          aria-label="Close menu"
          tabIndex={-1}
          onClick={() => layoutStore.closeMenu()}
        />
      )}
      <div className={classes.page} inert={over}>
        <main id="content" ref={content} className={classes.content} tabIndex={-1}>
          {banner}
          {children}
        </main>
        <Frame.Footer companyName={companyName} />
      </div>
      <Frame.BackToTop />
      <Frame.Customizer />
      <Preloader />
    </div>
  );
}

/** Focuses the heading of a page, unless something in it, or a dialog, has the focus. */
function focusHeading(page: HTMLElement | null): void {
  const { activeElement } = document;
  if (!page || activeElement?.closest('[role="dialog"]')) return;
  if (activeElement !== page && page.contains(activeElement)) return;
  const heading = page.querySelector<HTMLElement>('h1');
  if (heading) heading.tabIndex = -1;
  (heading ?? page).focus({ preventScroll: true });
}

/**
 * After each change of path: scrolls to the top, closes an open menu, and moves the focus from what led here to the
 * page's heading, which screen readers then say. A tab of the page keeps the focus.
 */
function useFreshStart(content: React.RefObject<HTMLElement | null>) {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useLayoutEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    window.scrollTo({ top: 0, behavior: 'instant' });
    if (layoutStore.state().view.open) layoutStore.closeMenu();
    // Wait a frame: until then the page is inert if the menu was open, and the link of the last page is still there.
    requestAnimationFrame(() => focusHeading(content.current));
  }, [pathname, content]);
}
