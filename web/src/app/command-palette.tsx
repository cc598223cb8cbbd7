import { useNavigate } from 'react-router';
import { AppIcon } from '../features/apps/app-icon.tsx';
import { Palette } from '../features/palette/palette.tsx';
import { useSession } from '../features/session/use-session.ts';
import { paths } from '../lib/paths.ts';
import { layoutStore, useLayout } from '../shell/customizer/layout-store.ts';
import { paletteCommands } from './palette-commands.ts';
import { scopeOf } from './scope-of.ts';

export { togglePalette } from '../features/palette/palette-store.ts';

const searched = (path: string, search: string) => `${path}?${new URLSearchParams({ search })}`;

/** The palette of who is signed in; with its `togglePalette` in a chunk that its first opening loads. */
export function CommandPalette() {
  const user = useSession()?.user;
  const mode = useLayout().settings.layoutModeType;
  const navigate = useNavigate();
  if (!user) return null;
  const go = (path: string) => void navigate(path);
  return (
    <Palette
      scope={scopeOf(user)}
      commands={paletteCommands(user.role, {
        go,
        mode,
        setMode: (next) => layoutStore.choose('layoutModeType', next),
      })}
      AppIcon={AppIcon}
      onOpenApps={(search) => go(searched(paths[user.role].applicationList, search))}
      onOpenUsers={(search) => go(searched(paths.admin.userList, search))}
    />
  );
}
