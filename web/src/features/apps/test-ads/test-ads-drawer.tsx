import type { App } from '@adwarden/contract/apps';
import { SideDrawer } from '../../../ui/dialog/dialog.tsx';
import { lazyPanel } from '../../../ui/lazy-part.tsx';

/** In a chunk of its own, because the names of countries are larger than the whole list page. */
const TestAdsPanel = lazyPanel(async () => (await import('./test-ads-panel.tsx')).TestAdsPanel);

type Props = {
  opened: boolean;
  /** Stays while the drawer fades out. */
  app: App | null;
  /** Changes with each opening, which resets the form. */
  visit: number;
  onClose: () => void;
};

/** Shows what a phone elsewhere would get of an app, and why (ADR 30 "Caller"). */
export function TestAdsDrawer({ opened, app, visit, onClose }: Props) {
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      size={560}
      title={
        <>
          Test <bdi>{app?.appName}</bdi> as a phone elsewhere
        </>
      }
    >
      {app && <TestAdsPanel key={visit} app={app} />}
    </SideDrawer>
  );
}
