import type { Usage } from '@adwarden/contract/usage';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { appPath } from '../../lib/app-tabs.ts';
import type { Role } from '../../lib/role.ts';
import classes from './top-apps.module.css';
import sections from './usage-section.module.css';
import { inFull } from './usage-words.ts';

type Props = {
  usage: Usage;
  /** Whose page of an app its name leads to. */
  role: Role;
};

/** The apps with most requests, each with a bar relative to the first. */
export function TopApps({ usage: { topApps }, role }: Props) {
  const most = topApps[0]?.requests ?? 0;
  return (
    <section className={sections.section} aria-labelledby="top-apps">
      <h2 id="top-apps" className={classes.title}>
        Apps with most requests
      </h2>
      {topApps.length === 0 ? (
        <p className={sections.none}>No app had requests on these days.</p>
      ) : (
        <ol className={classes.apps}>
          {topApps.map(({ appID, appName, requests }) => (
            <li key={appID} className={classes.app}>
              <Anchor
                component={Link}
                to={appPath(role, appID, 'traffic')}
                className={classes.name}
                data-hint={appName}
                data-hint-if-cut
              >
                <bdi>{appName}</bdi>
              </Anchor>
              <span className={classes.requests}>{inFull(requests)}</span>
              <span className={classes.track} aria-hidden="true">
                <span className={classes.bar} style={{ width: `${(requests / most) * 100}%` }} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
