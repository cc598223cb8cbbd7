import type { App } from '@adwarden/contract/apps';
import { Panel } from '../../../../ui/panel.tsx';
import { MiddleCut } from '../../../../ui/text/middle-cut.tsx';
import { adsUrl } from '../../ads-url.ts';
import { FactsList } from './facts-list.tsx';

/** What the app itself has to know: only its developers need it. */
export function AppForDevelopers({ app }: { app: App }) {
  return (
    <Panel title="For developers" hint="Built into the app, so that its phones get their ads.">
      <FactsList
        facts={[
          ['App ID', <MiddleCut key="id" value={app.appID} label="App ID" head={16} />],
          ['Auth Token', <MiddleCut key="token" value={app.authToken} label="token" />],
          ['Ads URL', <MiddleCut key="url" value={adsUrl(app)} label="ads URL" head={20} />],
        ]}
      />
    </Panel>
  );
}
