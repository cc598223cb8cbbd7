import type { App } from '@adwarden/contract/apps';
import type { User } from '@adwarden/contract/users';
import { IconListSearch, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Command, matchCommands } from './command.ts';
import type { PaletteProps } from './palette.tsx';

export type PaletteRow = {
  id: string;
  label: string;
  /** What tells it from others of the same name. */
  note?: string;
  icon: ReactNode;
  run: () => void;
};
export type PaletteGroup = { label: string; rows: PaletteRow[] };

type Found = { search: string; apps: App[]; users: User[] };
const look = { size: 20, stroke: 1.6, 'aria-hidden': true } as const;

/** The rows under their headings; what is at hand at once stands first, so that answers push nothing away. */
export function paletteGroups(
  { commands, AppIcon, onOpenApps, onOpenUsers }: PaletteProps,
  { search, apps, users }: Found,
): PaletteGroup[] {
  const matching = matchCommands(commands, search);
  const rowsOf = (group: Command['group']): PaletteRow[] =>
    matching
      .filter((command) => command.group === group)
      .map(({ id, label, icon: Icon, run }) => ({ id, label, icon: <Icon {...look} />, run }));
  const all: PaletteRow = {
    id: 'all-apps',
    label: `All applications with “${search}”`,
    icon: <IconListSearch {...look} />,
    run: () => onOpenApps(search),
  };
  const appRows = apps.map(({ appID, appName, packageName, icon }) => ({
    id: `app-${appID}`,
    label: appName,
    note: packageName,
    icon: <AppIcon icon={icon} appName={appName} size={24} />,
    run: () => onOpenApps(appID),
  }));
  const userRows = users.map(({ id, fullName, userID }) => ({
    id: `user-${id}`,
    label: fullName,
    note: userID,
    icon: <IconUser {...look} />,
    run: () => onOpenUsers(userID),
  }));
  return [
    { label: 'Pages', rows: rowsOf('Pages') },
    { label: 'Actions', rows: rowsOf('Actions') },
    { label: 'Applications', rows: search === '' ? [] : [...appRows, all] },
    { label: 'Users', rows: userRows },
  ].filter(({ rows }) => rows.length > 0);
}
