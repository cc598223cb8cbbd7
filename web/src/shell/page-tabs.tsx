import { NavLink } from 'react-router';
import classes from './page-tabs.module.css';

type Props = {
  /** The name of the page. */
  label: string;
  tabs: readonly { label: string; to: string }[];
};

/** The tabs of a page: links, because each tab has its own address. */
export function PageTabs({ label, tabs }: Props) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} className={classes.tab ?? ''}>
          {tab.label}
        </NavLink>
      ))}
    </nav>
  );
}
