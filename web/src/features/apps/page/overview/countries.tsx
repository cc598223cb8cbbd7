import type { App, IpRules } from '@adwarden/contract/apps';
import { namesIn } from '@adwarden/contract/country-rule';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../../../../lib/paths.ts';
import type { Role } from '../../../../lib/role.ts';
import { may } from '../../../../people/may.ts';
import { Loading } from '../../../../ui/feedback/loading.tsx';
import { NotLoaded } from '../../../../ui/feedback/not-loaded.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { ipRulesQuery } from '../../apps.api.ts';
import classes from './countries.module.css';

const searched = (appID: string) =>
  `${paths.admin.appConfiguration}?${new URLSearchParams({ search: appID })}`;

/** The countries of an app, and whether its IP rules look at them. */
export function Countries({ role, app }: { role: Role; app: App }) {
  const { data, error, isFetching, refetch } = useQuery(ipRulesQuery(app.appID));
  return (
    <Panel title="Countries">
      {data && <Known {...data} isOn={app.ipAddress === 'on'} />}
      {!data && !error && <Loading />}
      {!data && error && <NotLoaded retrying={isFetching} onRetry={refetch} />}
      {may(role, 'set-ip-rules') && (
        <p className={classes.change}>
          <Anchor component={Link} to={searched(app.appID)}>
            Change in App Configuration
          </Anchor>
        </p>
      )}
    </Panel>
  );
}

type KnownProps = Omit<IpRules, 'appID'> & { isOn: boolean };

function Known({ country, countries, vpn, isOn }: KnownProps) {
  const { except, names } = namesIn(country, countries);
  return (
    <>
      {except && <p className={classes.text}>Everywhere except:</p>}
      {countries.length > 0 ? (
        <ul className={classes.list}>
          {names.map((name) => (
            <li key={name} className={classes.country}>
              {name}
            </li>
          ))}
        </ul>
      ) : (
        <p className={classes.text}>No country is set: phones in every country get ads.</p>
      )}
      <p className={classes.hint}>
        {isOn
          ? vpn
            ? 'Phones that come through a VPN get no ads.'
            : 'Phones that come through a VPN get ads too: VPNs are not looked up.'
          : 'Without effect: IP Address is OFF, and phones everywhere get ads.'}
      </p>
    </>
  );
}
