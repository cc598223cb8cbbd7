import type { Pause } from '@adwarden/contract/pauses/pauses';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { AppIcon } from '../features/apps/list/app-icon.tsx';
import { newestBatchesQuery } from '../features/bulk/batches.api.ts';
import { Palette } from '../features/palette/palette.tsx';
import type { Pausing } from '../features/palette/palette-groups.tsx';
import {
  openPauseDialog,
  pauseAccount,
  pauseApp,
  pauseOwner,
} from '../features/pauses/dialog/pause-dialog-store.ts';
import { mayEnd, widestFirst } from '../features/pauses/pause-rules.ts';
import { ResumeDialog } from '../features/pauses/resume-dialog.tsx';
import { useActivePauses } from '../features/pauses/use-active-pauses.ts';
import { accountOf, type Session } from '../features/session/session.ts';
import { useSession } from '../features/session/use-session.ts';
import { appPath } from '../lib/app-tabs.ts';
import { paths } from '../lib/paths.ts';
import { ownerOf, scopeOf } from '../people/session-user.ts';
import { layoutStore, useLayout } from '../shell/customizer/layout-store.ts';
import { useDialog } from '../ui/dialog/use-dialog.ts';
import { paletteCommands } from './palette-commands.ts';

export { openPaletteWith, togglePalette } from '../features/palette/palette-store.ts';

/** The most pauses that the palette offers to resume, and the most batches that it offers to undo. */
const most = { pauses: 20, batches: 3 };

const withQuery = (path: string, query: Record<string, string>) =>
  `${path}?${new URLSearchParams(query)}`;

/** The palette for the signed-in person. It and `togglePalette` are in a chunk of their own. */
export function CommandPalette({ onShowKeys }: { onShowKeys: () => void }) {
  const session = useSession();
  return session && <SignedInPalette session={session} onShowKeys={onShowKeys} />;
}

type Props = { session: Session; onShowKeys: () => void };

function SignedInPalette({ session, onShowKeys }: Props) {
  const { user } = session;
  const mode = useLayout().scheme;
  const navigate = useNavigate();
  const { active } = useActivePauses(accountOf(session) ?? '');
  const { data: batches = [] } = useQuery(newestBatchesQuery);
  const resume = useDialog<Pause>();
  const { applicationList } = paths[user.role];
  const owner = ownerOf(user);
  const go = (path: string, state?: object) => void navigate(path, { state });
  const mine = active.filter((pause) => mayEnd(user.role, pause));
  return (
    <>
      <Palette
        scope={scopeOf(user)}
        commands={paletteCommands(user.role, {
          go,
          mode,
          showKeys: onShowKeys,
          pauseAll: () =>
            owner
              ? pauseOwner(owner)
              : openPauseDialog({ scope: 'all', value: '', label: '', reason: '' }),
          pauses: widestFirst(mine).slice(0, most.pauses),
          resume: resume.open,
          batches: batches.filter(({ canUndo }) => canUndo).slice(0, most.batches),
          setMode: (next) => layoutStore.choose('layoutModeType', next),
        })}
        AppIcon={AppIcon}
        onPause={pause}
        onNewToken={({ appID }) => go(appPath(user.role, appID, 'tokens'))}
        onOpenApps={(search) => go(withQuery(applicationList, { search }))}
        onOpenApp={({ appID }, found) =>
          go(appPath(user.role, appID), { among: found.map((app) => app.appID) })
        }
        onOpenUser={(found) =>
          go(withQuery(paths.admin.userList, { exact: found.userID, edit: found.id }))
        }
      />
      <ResumeDialog opened={resume.opened} pause={resume.about} onClose={resume.close} />
    </>
  );
}

function pause(what: Pausing, reason: string): void {
  if ('owner' in what) pauseOwner(what.owner, reason);
  else if ('account' in what) pauseAccount(what.account, reason);
  else pauseApp(what.app, reason);
}
