import type { App } from '@adwarden/contract/apps';
import { fieldNames } from '@adwarden/contract/field-names';
import { formatDateTime } from '../../../../lib/dates.ts';
import { Panel } from '../../../../ui/panel.tsx';
import { MiddleCut } from '../../../../ui/text/middle-cut.tsx';
import { adsUrl } from '../../ads-url.ts';
import classes from './app-facts.module.css';
import { FactsList } from './facts-list.tsx';

/** What identifies an app, when it was made and changed, and its note. */
export function AppFacts({ app }: { app: App }) {
  return (
    <Panel title="Details">
      <FactsList
        facts={[
          ['App ID', <MiddleCut key="id" value={app.appID} label="App ID" head={16} />],
          ['Auth Token', <MiddleCut key="token" value={app.authToken} label="token" />],
          ['Ads URL', <MiddleCut key="url" value={adsUrl(app)} label="ads URL" head={20} />],
          [fieldNames.category, app.category],
          ['Added', formatDateTime(app.createdAt)],
          ['Last changed', formatDateTime(app.updatedAt)],
          ...(app.note === ''
            ? []
            : [
                [
                  fieldNames.note,
                  <span key="note" className={classes.note} dir="auto">
                    {app.note}
                  </span>,
                ] as const,
              ]),
        ]}
      />
    </Panel>
  );
}
