import type { App } from '@adwarden/contract/apps';
import { useState } from 'react';
import { SideDrawer } from '../../ui/dialog/dialog.tsx';
import { AppTraffic } from './app-traffic.tsx';
import type { Span } from './usage.api.ts';

type Props = {
  opened: boolean;
  /** Stays while the drawer fades out. */
  app: App | null;
  onClose: () => void;
};

/** How often phones ask for an app, beside its list (ADR 8). */
export function UsageDrawer({ opened, app, onClose }: Props) {
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      size={680}
      title={
        <>
          Traffic of <bdi>{app?.appName}</bdi>
        </>
      }
    >
      {app && <Traffic key={app.appID} app={app} />}
    </SideDrawer>
  );
}

function Traffic({ app }: { app: App }) {
  const [span, setSpan] = useState<Span>(30);
  return <AppTraffic app={app} span={span} onSpan={setSpan} />;
}
