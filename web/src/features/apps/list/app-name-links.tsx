import type { App } from '@adwarden/contract/apps';
import { appPath } from '../../../lib/app-tabs.ts';
import type { Role } from '../../../lib/role.ts';
import { isPlainClick } from '../../../ui/plain-click.ts';
import { NameLink } from '../../../ui/text/name-link.tsx';
import { useAppActions } from './app-actions.ts';
import classes from './app-name-links.module.css';
import { InStore } from './in-store.tsx';
import { storePage } from './store-links.ts';

type Props = { app: App; role: Role };

/** The name of an app, which leads to its page, and beside it the link to its page in the store, if it has one (spec, section 2). */
export function AppNameLinks({ app, role }: Props) {
  const { onOpen } = useAppActions();
  const store = storePage(app.packageName);
  return (
    <span className={classes.links}>
      <NameLink
        to={appPath(role, app.appID)}
        onClick={(event) => {
          // As a click on the row does it, so that the page knows the list.
          if (!isPlainClick(event)) return;
          event.preventDefault();
          onOpen(app);
        }}
      >
        {app.appName}
      </NameLink>
      {store && <InStore href={store} name={app.appName} />}
    </span>
  );
}
