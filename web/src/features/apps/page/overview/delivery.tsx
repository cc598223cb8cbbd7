import type { App } from '@adwarden/contract/apps';
import { fieldNames } from '@adwarden/contract/field-names';
import type { Role } from '../../../../lib/role.ts';
import { Panel } from '../../../../ui/panel.tsx';
import { AppStatusBadge, OnOffBadge } from '../../list/app-badges.tsx';
import { FactsList } from './facts-list.tsx';

/** The settings that decide what phones get; only administrators have the IP rules. */
export function Delivery({ role, app }: { role: Role; app: App }) {
  return (
    <Panel title="Delivery">
      <FactsList
        facts={[
          [fieldNames.adsStatus, <OnOffBadge key="ads" value={app.adsStatus} />],
          [fieldNames.appStatus, <AppStatusBadge key="status" status={app.appStatus} />],
          [
            fieldNames.visibleExtra,
            <OnOffBadge key="extra" value={app.visibleExtra} />,
            'Phones get ON or OFF, and the app decides what it means.',
          ],
          ...(role === 'admin'
            ? [[fieldNames.ipAddress, <OnOffBadge key="ip" value={app.ipAddress} />] as const]
            : []),
        ]}
      />
    </Panel>
  );
}
