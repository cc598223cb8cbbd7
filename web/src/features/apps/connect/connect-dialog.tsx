import type { App } from '@adwarden/contract/apps';
import type { Role } from '../../../lib/role.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { lazyPanel } from '../../../ui/lazy-part.tsx';

/** In a chunk of its own, because most visits of the list do not open it. */
const ConnectPanel = lazyPanel(async () => (await import('./connect-panel.tsx')).ConnectPanel);

type Props = {
  opened: boolean;
  /** Stays while the dialog fades out. */
  app: App | null;
  role: Role;
  /** Changes with each opening. */
  visit: number;
  onClose: () => void;
};

/** The lines that connect an app with this server, and whether its first phone has asked (ADR 42). */
export function ConnectDialog({ opened, app, role, visit, onClose }: Props) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size={760}
      centered
      title={
        <>
          Connect <bdi>{app?.appName}</bdi>
        </>
      }
    >
      {app && <ConnectPanel key={visit} app={app} role={role} />}
    </Dialog>
  );
}
