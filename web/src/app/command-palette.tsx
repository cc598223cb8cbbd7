import { useNavigate } from 'react-router';
import { AppIcon } from '../features/apps/list/app-icon.tsx';
import { Palette } from '../features/palette/palette.tsx';
import { openPauseDialog, pauseApp } from '../features/pauses/dialog/pause-dialog-store.ts';
import { useSession } from '../features/session/use-session.ts';
import { appPath } from '../lib/app-tabs.ts';
import { paths } from '../lib/paths.ts';
import { layoutStore, useLayout } from '../shell/customizer/layout-store.ts';
import { paletteCommands } from './palette-commands.ts';
import { scopeOf } from './scope-of.ts';

export { openPaletteWith, togglePalette } from '../features/palette/palette-store.ts';

const withQuery = (path: string, query: Record<string, string>) =>
  `${path}?${new URLSearchParams(query)}`;

/** The palette for the signed-in person. It and `togglePalette` are in a chunk that is loaded at the first opening. */
export function CommandPalette({ onShowKeys }: { onShowKeys: () => void }) {
  const user = useSession()?.user;
  const mode = useLayout().settings.layoutModeType;
  const navigate = useNavigate();
  if (!user) return null;
  const { applicationList } = paths[user.role];
  const go = (path: string, state?: object) => void navigate(path, { state });
  return (
    <Palette
      scope={scopeOf(user)}
      commands={paletteCommands(user.role, {
        go,
        mode,
        showKeys: onShowKeys,
        pauseAll: () => openPauseDialog({ scope: 'all', value: '', label: '', reason: '' }),
        setMode: (next) => layoutStore.choose('layoutModeType', next),
      })}
      AppIcon={AppIcon}
      onPauseApp={pauseApp}
      {...(user.role === 'admin' && {
        onPauseAccount: (name: string) =>
          openPauseDialog({ scope: 'account', value: name, label: name, reason: '' }),
      })}
      onOpenApps={(search) => go(withQuery(applicationList, { search }))}
      onOpenApp={({ appID }, found) =>
        go(appPath(user.role, appID), { among: found.map((app) => app.appID) })
      }
      onOpenUser={(found) =>
        go(withQuery(paths.admin.userList, { exact: found.userID, edit: found.id }))
      }
    />
  );
}
