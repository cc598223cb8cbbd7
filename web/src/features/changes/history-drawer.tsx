import type { App } from '@adwarden/contract/apps';
import type { Role } from '../../lib/role.ts';
import { SideDrawer } from '../../ui/dialog/dialog.tsx';
import { AppHistory } from './app-history.tsx';

type Props = {
  opened: boolean;
  /** The app of the history; kept while the drawer fades out. */
  app: App | null;
  of: Role;
  onClose: () => void;
};

/** The history of an app, beside its list. */
export function HistoryDrawer({ opened, app, of: role, onClose }: Props) {
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      size={560}
      title={
        <>
          History of <bdi>{app?.appName}</bdi>
        </>
      }
    >
      {app && <AppHistory appID={app.appID} of={role} />}
    </SideDrawer>
  );
}
