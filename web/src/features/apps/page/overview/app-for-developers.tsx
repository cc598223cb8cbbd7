import type { App } from '@adwarden/contract/apps';
import { mayWrite } from '../../../../people/may.ts';
import { Panel } from '../../../../ui/panel.tsx';
import { MiddleCut } from '../../../../ui/text/middle-cut.tsx';
import { adsUrl } from '../../ads-url.ts';
import { FactsList } from './facts-list.tsx';

/** Shows the values that are built into the app: only its developers need them. */
export function AppForDevelopers({ app }: { app: App }) {
  return (
    <Panel title="For developers" hint="Built into the app, so that its phones get their ads.">
      <FactsList
        facts={[
          ['App ID', <MiddleCut key="id" value={app.appID} label="App ID" head={16} />],
          ...(mayWrite()
            ? [
                [
                  'Auth Token',
                  <MiddleCut key="token" value={app.authToken} label="token" />,
                ] as const,
                [
                  'Ads URL',
                  <MiddleCut key="url" value={adsUrl(app)} label="ads URL" head={20} />,
                ] as const,
              ]
            : [['Auth Token', `${app.authToken}: only its end is shown to viewers`] as const]),
        ]}
      />
    </Panel>
  );
}
