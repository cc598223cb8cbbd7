import type { App } from '@adwarden/contract/apps';
import { IconExternalLink } from '@tabler/icons-react';
import { Link } from 'react-router';
import { appPath } from '../../../lib/app-tabs.ts';
import type { Role } from '../../../lib/role.ts';
import { isPlainClick } from '../../../ui/plain-click.ts';
import { CutText } from '../../../ui/text/cut-text.tsx';
import classes from './app-name-links.module.css';
import { storePage } from './store-links.ts';

type Props = { app: App; role: Role; onOpen: (app: App) => void };

/** The name of an app, which leads to its page, and beside it the link to its page in the store (spec, section 2). */
export function AppNameLinks({ app, role, onOpen }: Props) {
  return (
    <span className={classes.links}>
      <Link
        to={appPath(role, app.appID)}
        className={classes.name}
        onClick={(event) => {
          // As a click on the row does it, so that the page knows the list.
          if (!isPlainClick(event)) return;
          event.preventDefault();
          onOpen(app);
        }}
      >
        <CutText>{app.appName}</CutText>
      </Link>
      <a
        href={storePage(app.packageName)}
        target="_blank"
        rel="noopener noreferrer"
        className={classes.store}
        aria-label={`${app.appName} in the store`}
        data-hint="Open in the store"
      >
        <IconExternalLink size={14} />
      </a>
    </span>
  );
}
