import type { App } from '@adwarden/contract/apps';
import type { Role } from '../../lib/role.ts';
import { SideDrawer } from '../../ui/dialog/dialog.tsx';
import { AppTraffic } from './app-traffic.tsx';
import { useTrafficMemory } from './use-traffic-place.ts';

type Props = {
  of: Role;
  opened: boolean;
  /** Stays while the drawer fades out. */
  app: App | null;
  onClose: () => void;
};

/** Shows the outcomes of the requests for an app, beside its list. */
export function TrafficDrawer({ of, opened, app, onClose }: Props) {
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      size={760}
      title={
        <>
          Traffic of <bdi>{app?.appName}</bdi>
        </>
      }
    >
      {app && <Content key={app.appID} of={of} app={app} />}
    </SideDrawer>
  );
}

function Content({ of, app }: { of: Role; app: App }) {
  return <AppTraffic of={of} app={app} place={useTrafficMemory()} />;
}
