import {
  IconApps,
  IconBell,
  IconBroadcast,
  IconCalendarClock,
  IconChartBar,
  IconFileCheck,
  IconHistory,
  IconKey,
  IconKeyboard,
  IconLayoutDashboard,
  IconLogout,
  IconMoon,
  IconPlayerPause,
  IconPlus,
  IconShieldCheck,
  IconStack2,
  IconStethoscope,
  IconSun,
  IconUserPlus,
  IconUsers,
  IconWorldCog,
} from '@tabler/icons-react';
import type { Command } from '../features/palette/command.ts';
import { paths } from '../lib/paths.ts';
import type { Role } from '../lib/role.ts';
import { safetyTabPath } from '../lib/safety-tabs.ts';

type Means = {
  go: (path: string) => void;
  mode: 'light' | 'dark';
  setMode: (mode: 'light' | 'dark') => void;
  showKeys: () => void;
  /** Opens the dialog that pauses all ads. */
  pauseAll: () => void;
};

/** Pages and actions of a role. `?add=1` opens the form of a list's 'Add New App' or 'Create New User'. */
export function paletteCommands(role: Role, means: Means): Command[] {
  const { go, mode, setMode, showKeys, pauseAll } = means;
  const { dashboard, applicationList, changePassword, safety, traffic } = paths[role];
  const { userList, appConfiguration, appAds, auditLog, notifications } = paths.admin;
  const { edges, systemCheck, logout } = paths.admin;
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
  const isAdmin = role === 'admin';
  const otherMode = mode === 'dark' ? 'light' : 'dark';
  return [
    page('Dashboard', dashboard, IconLayoutDashboard, 'home overview'),
    page('Application List', applicationList, IconApps, 'apps'),
    ...(isAdmin
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
          page('Edges', edges, IconBroadcast, 'machines servers silent lag'),
        ]
      : []),
    page('Traffic', traffic, IconChartBar, 'requests usage statistics chart'),
    // Without the keyword "pause", by which Enter shall reach the action below.
    page('Safety', safety, IconShieldCheck, 'findings mistakes resume'),
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
      'bulk changes of many applications progress undo',
    ),
    page('Change Password', changePassword, IconKey),
    action('Add New App', IconPlus, 'create application', () => go(`${applicationList}?add=1`)),
    ...(isAdmin
      ? [
          action('Create New User', IconUserPlus, 'add owner', () => go(`${userList}?add=1`)),
          action('Pause all ads…', IconPlayerPause, 'stop kill switch off emergency', pauseAll),
        ]
      : []),
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
