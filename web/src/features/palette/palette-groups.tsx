import type { AppInList } from '@adwarden/contract/apps';
import type { UserName } from '@adwarden/contract/users';
import { IconListSearch, IconPlayerPause, IconUser } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import type { Scope } from '../../lib/role.ts';
import { deliveryMark } from '../../lib/words/delivery-words.ts';
import { appsInWords } from '../../lib/words/words.ts';
import { type Command, matchCommands } from './command.ts';
import type { Found } from './use-palette-search.ts';

/** The things that the palette can pause; owners and accounts only for administrators. */
export type Pausing = { owner: UserName } | { account: string } | { app: AppInList };

/** The data that the palette shows, and the actions that it opens. */
export type PaletteProps = {
  scope: Scope;
  commands: readonly Command[];
  AppIcon: ComponentType<{ icon: string; appName: string; size?: number }>;
  /** Opens the list of apps with a search. */
  onOpenApps: (search: string) => void;
  /** Opens the page of an app that was found; `found` are all apps that were found. */
  onOpenApp: (app: AppInList, found: readonly AppInList[]) => void;
  onOpenUser: (user: UserName) => void;
  onPause: (what: Pausing, reason: string) => void;
  /** Opens the tokens of an app, where a new one can be made. */
  onNewToken: (app: AppInList) => void;
};

export type PaletteRow = {
  id: string;
  label: string;
  /** Text that distinguishes it from others of the same name. */
  note?: string;
  /** The number of apps it concerns, or why phones get no ads of the app; never cut off. */
  count?: string;
  icon: ReactNode;
  run: () => void;
};
export type PaletteGroup = { label: string; rows: PaletteRow[] };

/** The row that opens the list of apps. Until the search is answered, it is the only row of its group. */
export const allAppsId = 'all-apps';
const iconProps = { size: 20, stroke: 1.6, 'aria-hidden': true } as const;

/** Returns the rows under their headings. Pages and actions come first, so that the server's answers do not move them. */
export function paletteGroups(props: PaletteProps, found: Found, text: string): PaletteGroup[] {
  const { commands, AppIcon, onOpenApps, onOpenApp, onOpenUser } = props;
  const { search, apps, users } = found;
  const matching = matchCommands(commands, text);
  const rowsOf = (group: Command['group']): PaletteRow[] =>
    matching
      .filter((command) => command.group === group)
      .map(({ id, label, icon: Icon, run }) => ({ id, label, icon: <Icon {...iconProps} />, run }));
  const all: PaletteRow = {
    id: allAppsId,
    label: `All applications with “${search}”`,
    icon: <IconListSearch {...iconProps} />,
    run: () => onOpenApps(search),
  };
  const appRows = apps.map((app) => ({
    id: `app-${app.appID}`,
    label: app.appName,
    note: app.packageName,
    count: deliveryMark(app),
    icon: <AppIcon icon={app.icon} appName={app.appName} size={24} />,
    run: () => onOpenApp(app, apps),
  }));
  const userRows = users.map((user) => ({
    id: `user-${user.id}`,
    label: user.fullName,
    note: user.userID,
    icon: <IconUser {...iconProps} />,
    run: () => onOpenUser(user),
  }));
  const ofApps = { label: 'Applications', rows: search === '' ? [] : [...appRows, all] };
  const ofOwners = { label: 'Owners', rows: userRows };
  return [
    { label: 'Pages', rows: rowsOf('Pages') },
    { label: 'Actions', rows: [...rowsOf('Actions'), ...wishRows(props, found)] },
    // Enter must open something that was found, so a list without rows comes later.
    ...(apps.length > 0 ? [ofApps, ofOwners] : [ofOwners, ofApps]),
  ].filter(({ rows }) => rows.length > 0);
}

/**
 * Returns the rows of a wish. For 'pause sandpiper': the owners, accounts and apps of this name, those that stop most
 * first, with the number of apps that each stops. For 'new token sandpiper': its apps.
 */
function wishRows(
  { AppIcon, onPause, onNewToken }: PaletteProps,
  { wish, apps, users, accounts }: Found,
): PaletteRow[] {
  if (!wish) return [];
  const { act, reason } = wish;
  const rowOf = (app: AppInList, label: string, run: () => void): PaletteRow => ({
    id: `${act}-${app.appID}`,
    label,
    note: app.packageName,
    icon: <AppIcon icon={app.icon} appName={app.appName} size={24} />,
    run,
  });
  switch (act) {
    case 'new-token':
      return apps.map((app) => rowOf(app, `New token for ${app.appName}…`, () => onNewToken(app)));
    case 'pause':
      return [
        ...users.map((owner) => ({
          id: `pause-owner-${owner.id}`,
          label: `Pause all apps of ${owner.fullName}…`,
          note: owner.userID,
          count: appsInWords(owner.noOfApps),
          icon: <IconPlayerPause {...iconProps} />,
          run: () => onPause({ owner }, reason),
        })),
        ...accounts.map(({ name, apps: count }) => ({
          id: `pause-account-${name}`,
          label: `Pause the account ${name}…`,
          count: appsInWords(count),
          icon: <IconPlayerPause {...iconProps} />,
          run: () => onPause({ account: name }, reason),
        })),
        ...apps.map((app) => ({
          ...rowOf(app, `Pause ${app.appName}…`, () => onPause({ app }, reason)),
          count: appsInWords(1),
        })),
      ];
    default:
      return act satisfies never;
  }
}
