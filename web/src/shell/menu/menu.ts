import { appStatusWords } from '@adwarden/contract/state-words';
import {
  IconApi,
  IconApps,
  IconBell,
  IconBroadcast,
  IconChartBar,
  IconDevices,
  IconFileCheck,
  IconHistory,
  IconLayoutDashboard,
  IconLock,
  type IconProps,
  IconShieldCheck,
  IconStethoscope,
  IconUserShield,
  IconUsers,
  IconWorldCog,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { paths, withStatus } from '../../lib/paths.ts';
import type { Role } from '../../lib/role.ts';
import { safetyTabPath, safetyTabs } from '../../lib/safety-tabs.ts';
import { appStatusTones } from '../../lib/words/words.ts';
import { may } from '../../people/may.ts';
import type { Tone } from '../../ui/status-badge.tsx';

/** `words`: what a number counts, for screen readers. */
export type MenuBadge = { text: string; tone: Tone; words?: string };

/** A link, or a group when it has sub-items; three levels in all (spec, section 2 "Sidebar"). */
export type MenuLink = {
  /** Unique in its menu. */
  id: string;
  label: string;
  to?: string;
  /** Another address whose pages belong to this entry. */
  also?: string;
  badge?: MenuBadge;
  subItems?: readonly MenuLink[];
};

/** A first-level entry; `quickLinks` fill the panel of the two-column layout. */
export type MenuItem = MenuLink & {
  icon: ComponentType<IconProps>;
  quickLinks?: readonly QuickLink[];
};

export type QuickLink = { id: string; label: string; to: string; tone?: Tone };
export type MenuHeader = { header: string };
export type MenuRow = MenuHeader | MenuItem;

export function isHeader(row: MenuRow): row is MenuHeader {
  return 'header' in row;
}

/** The first-level entries, without the header rows. */
export function itemsOf(menu: readonly MenuRow[]): readonly MenuItem[] {
  return menu.filter((row): row is MenuItem => !isHeader(row));
}

/** An entry of one page, and what the only link in its panel is called. */
const onePage = (
  id: string,
  label: string,
  icon: MenuItem['icon'],
  to: string,
  link: string,
): MenuItem => ({ id, label, icon, to, quickLinks: [{ id: `${id}-page`, label: link, to }] });

const statuses = ['live', 'in-develop', 'suspend'] as const;

/** The spec's entries (section 2 "Sidebar"): four for administrators, two for app owners. */
function mainMenu(role: Role): readonly MenuRow[] {
  const { dashboard, applicationList: applications, application } = paths[role];
  const everybody: MenuRow[] = [
    { header: 'Menu' },
    onePage('dashboard', 'Dashboard', IconLayoutDashboard, dashboard, 'Overview'),
    {
      id: 'application',
      label: 'Application',
      icon: IconApps,
      to: applications,
      also: application,
      quickLinks: [
        { id: 'all', label: 'All', to: applications },
        ...statuses.map((id) => ({
          id,
          label: appStatusWords[id].other,
          to: withStatus(applications, id),
          tone: appStatusTones[id],
        })),
      ],
    },
  ];
  if (!may(role, 'see-all')) return everybody;

  const { userList: users, appConfiguration: configuration } = paths.admin;
  return [
    ...everybody,
    onePage('users', 'Users', IconUsers, users, 'All users'),
    onePage(
      'app-configuration',
      'App Configuration',
      IconWorldCog,
      configuration,
      'Countries per app',
    ),
  ];
}

/**
 * Returns the entries below those of the specification. Owners have only Traffic, Safety, Sessions, Sign-in and security, and API
 * keys.
 */
function operationMenu(role: Role): readonly MenuRow[] {
  const { appAds, auditLog, notifications, administrators, edges, systemCheck } = paths.admin;
  const safety: MenuItem = {
    id: 'safety',
    label: 'Safety',
    icon: IconShieldCheck,
    to: paths[role].safety,
    quickLinks: safetyTabs.map(({ id, label }) => ({ id, label, to: safetyTabPath(role, id) })),
  };
  const traffic: MenuItem = {
    id: 'traffic',
    label: 'Traffic',
    icon: IconChartBar,
    to: paths[role].traffic,
    quickLinks: [
      { id: 'days', label: 'Last 30 days', to: paths[role].traffic },
      { id: 'hours', label: 'Last 24 hours', to: `${paths[role].traffic}?last=24h` },
    ],
  };
  const ofAdministrators = [
    onePage('app-ads', 'app-ads.txt', IconFileCheck, appAds, 'All accounts'),
    onePage('audit-log', 'Audit Log', IconHistory, auditLog, 'All changes'),
    onePage('notifications', 'Notifications', IconBell, notifications, 'Webhooks'),
    onePage(
      'administrators',
      'Administrators',
      IconUserShield,
      administrators,
      'All administrators',
    ),
    onePage('edges', 'Edges', IconBroadcast, edges, 'All edges'),
    onePage('system-check', 'System Check', IconStethoscope, systemCheck, 'All checks'),
  ];
  return [
    { header: 'Operation' },
    traffic,
    safety,
    onePage('open-sessions', 'Sessions', IconDevices, paths[role].openSessions, 'Your sessions'),
    onePage('security', 'Sign-in and security', IconLock, paths[role].security, 'Second factor'),
    // For owners, entries that need a programmer have a header of their own.
    ...(may(role, 'see-all') ? ofAdministrators : [{ header: 'For developers' }]),
    onePage('api-keys', 'API keys', IconApi, paths[role].apiKeys, 'Your keys'),
  ];
}

/** The whole menu of a role. */
export const menuFor = (role: Role): readonly MenuRow[] => [
  ...mainMenu(role),
  ...operationMenu(role),
];

/** The menu with a badge beside one entry. */
export const withBadge = (
  rows: readonly MenuRow[],
  id: string,
  badge: MenuBadge,
): readonly MenuRow[] =>
  rows.map((row) => (!isHeader(row) && row.id === id ? { ...row, badge } : row));
