import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import classes from './page-tabs.module.css';

type Props = {
  /** The name of the page. */
  label: string;
  /** Kept in the state of each tab's entry in the browser's history. */
  state?: unknown;
  tabs: readonly {
    label: string;
    to: string;
    /** The number of things in the tab that need attention, with words: 3 'waiting for approval'. */
    count?: { number: number; words: string };
  }[];
};

/** The tabs of a page: links, because each tab has its own address. */
export function PageTabs({ label, state, tabs }: Props) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const counts = tabs.map(({ count }) => count?.number ?? 0).join();
  // The counts come later and move the tabs. Not with each change of the address: it would scroll the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab and the counts decide where it is
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current="page"]');
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  }, [pathname, counts]);
  return (
    <nav ref={nav} aria-label={label} className={classes.tabs}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} end state={state} className={classes.tab ?? ''}>
          {tab.label}
          {tab.count && (
            <span className={classes.count} data-hint={`${tab.count.number} ${tab.count.words}`}>
              {tab.count.number.toLocaleString('en')}
              <VisuallyHidden component="span"> {tab.count.words}</VisuallyHidden>
            </span>
          )}
        </NavLink>
      ))}
    </nav>
  );
}
