import type { Batch } from '@adwarden/contract/batches/batches';
import type { Pause } from '@adwarden/contract/pauses/pauses';
import {
  IconApi,
  IconApps,
  IconArrowBackUp,
  IconBell,
  IconBroadcast,
  IconCalendarClock,
  IconChartBar,
  IconDevices,
  IconFileCheck,
  IconHistory,
  IconKey,
  IconKeyboard,
  IconLayoutDashboard,
  IconLock,
  IconLogout,
  IconMoon,
  IconPlayerPlay,
  IconShieldCheck,
  IconStack2,
  IconStethoscope,
  IconSun,
  IconUserShield,
  IconUsers,
  IconWorldCog,
} from '@tabler/icons-react';
import type { Command } from '../features/palette/command.ts';
import { actions } from '../lib/actions.ts';
import { paths } from '../lib/paths.ts';
import type { Role } from '../lib/role.ts';
import { safetyTabPath } from '../lib/safety-tabs.ts';
import { may } from '../people/may.ts';

type Means = {
  go: (path: string) => void;
  mode: 'light' | 'dark';
  setMode: (mode: 'light' | 'dark') => void;
  showKeys: () => void;
  /** Opens the dialog that pauses all ads; for an owner, all of their own. */
  pauseAll: () => void;
  /** The active pauses that this person may end. The pauses that stop most come first. */
  pauses: readonly Pause[];
  resume: (pause: Pause) => void;
  /** The newest batches that can be undone. */
  batches: readonly Batch[];
};

type Shared = { label: string; Icon: Command['icon']; words: string };

/** Pages and actions of a role. `?add=1` opens the form of a list's 'Add New App' or 'Create New User'. */
export function paletteCommands(role: Role, means: Means): Command[] {
  const { go, mode, setMode, showKeys, pauseAll, pauses, resume, batches } = means;
  const { dashboard, applicationList, changePassword, apiKeys, safety, traffic } = paths[role];
  const { openSessions, security } = paths[role];
  const { userList, appConfiguration, appAds, auditLog, notifications } = paths.admin;
  const { administrators, edges, systemCheck, logout } = paths.admin;
  const page = (label: string, path: string, icon: Command['icon'], keywords = ''): Command => ({
    id: path,
    label,
    group: 'Pages',
    icon,
    keywords,
    run: () => go(path),
  });
  const action = (label: string, icon: Command['icon'], keywords: string, run: () => void) => ({
    id: label,
    label,
    group: 'Actions' as const,
    icon,
    keywords,
    run,
  });
  const shared = ({ label, Icon, words }: Shared, run: () => void) =>
    action(label, Icon, words, run);
  const seesAll = may(role, 'see-all');
  const writes = may(role, 'write');
  const otherMode = mode === 'dark' ? 'light' : 'dark';
  return [
    page('Dashboard', dashboard, IconLayoutDashboard, 'home overview'),
    page('Application List', applicationList, IconApps, 'apps'),
    ...(seesAll
      ? [
          page('User List', userList, IconUsers, 'users owners'),
          page('App Configuration', appConfiguration, IconWorldCog, 'countries vpn settings'),
          page('app-ads.txt', appAds, IconFileCheck, 'accounts site publishers sellers iab'),
          page('Audit Log', auditLog, IconHistory, 'history changes'),
          page(
            'System Check',
            systemCheck,
            IconStethoscope,
            'doctor health backups disk certificate',
          ),
          page('Notifications', notifications, IconBell, 'webhooks slack discord teams tell'),
          page('Administrators', administrators, IconUserShield, 'admins invite disable people'),
          page('Edges', edges, IconBroadcast, 'machines servers silent lag'),
        ]
      : []),
    page('Traffic', traffic, IconChartBar, 'requests usage statistics chart'),
    // Without the words of the actions below, so that Enter reaches them.
    page(
      'Safety',
      safety,
      IconShieldCheck,
      `findings mistakes ${pauses.length > 0 ? '' : 'resume'}`,
    ),
    page(
      'Change requests',
      safetyTabPath(role, 'change-requests'),
      IconCalendarClock,
      'scheduled approve approval later',
    ),
    page(
      'Bulk changes',
      safetyTabPath(role, 'batches'),
      IconStack2,
      // If a batch can be undone, Enter must reach that action, so this row leaves out "undo".
      `bulk changes of many applications progress ${batches.length > 0 ? '' : 'undo'}`,
    ),
    page('Change Password', changePassword, IconKey),
    page('Sessions', openSessions, IconDevices, 'devices signed in where browsers tabs end'),
    page('Sign-in and security', security, IconLock, 'second factor two-step totp authenticator'),
    page('API keys', apiKeys, IconApi, 'programs scripts token curl automate'),
    ...(writes ? [shared(actions.addApp, () => go(`${applicationList}?add=1`))] : []),
    ...(writes && seesAll ? [shared(actions.addUser, () => go(`${userList}?add=1`))] : []),
    ...(writes ? [shared(actions.pauseAll, pauseAll)] : []),
    ...pauses.map((pause) => ({
      ...action(`Resume ${pause.label}…`, IconPlayerPlay, `start ads ${pause.reason}`, () =>
        resume(pause),
      ),
      id: `resume-${pause.id}`,
    })),
    ...batches.map((batch) => ({
      ...action(`Undo “${batch.title}”…`, IconArrowBackUp, 'batch revert back', () =>
        go(`${safetyTabPath(role, 'batches')}?batch=${batch.id}`),
      ),
      id: `undo-${batch.id}`,
    })),
    ...(writes ? [shared(actions.importApps, () => go(`${applicationList}?import=1`))] : []),
    shared(actions.exportApps, () => go(`${applicationList}?export=1`)),
    action(
      `Switch to ${otherMode} mode`,
      mode === 'dark' ? IconSun : IconMoon,
      'theme dark light toggle',
      () => setMode(otherMode),
    ),
    action('Keyboard shortcuts', IconKeyboard, 'keys help', showKeys),
    action('Logout', IconLogout, 'sign out', () => go(logout)),
  ];
}
