import type { AppInList } from '@adwarden/contract/apps';
import { fieldNames } from '@adwarden/contract/field-names';
import type { Role } from '../../../../lib/role.ts';
import { may } from '../../../../people/may.ts';
import { Panel } from '../../../../ui/panel.tsx';
import { AdsBadge, AppStatusBadge, OnOffBadge } from '../../list/app-badges.tsx';
import { FactsList } from './facts-list.tsx';

/** The settings that decide what phones get; only administrators have the IP rules. */
export function Delivery({ role, app }: { role: Role; app: AppInList }) {
  return (
    <Panel title="Delivery">
      <FactsList
        facts={[
          [fieldNames.adsStatus, <AdsBadge key="ads" app={app} />],
          [fieldNames.appStatus, <AppStatusBadge key="status" status={app.appStatus} />],
          [
            fieldNames.visibleExtra,
            <OnOffBadge key="extra" value={app.visibleExtra} />,
            'Phones get ON or OFF, and the app decides what it means.',
          ],
          ...(may(role, 'see-all')
            ? [[fieldNames.ipAddress, <OnOffBadge key="ip" value={app.ipAddress} />] as const]
            : []),
        ]}
      />
    </Panel>
  );
}
