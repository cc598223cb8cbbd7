import type { AppConfigurationsService } from '../../features/app-configurations/app-configurations.service.ts';
import type { AppsService } from '../../features/apps/apps.service.ts';
import type { UsersService } from '../../features/users/users.service.ts';
import type { Actor } from '../../http/actor.ts';

/** The services that the story is written through, and the administrator in it. */
export type Stage = {
  users: UsersService;
  apps: AppsService;
  appConfigurations: AppConfigurationsService;
  admin: Actor;
};

/** Something that somebody did at a time (epoch ms). */
export type Deed = { at: number; run(): Promise<unknown> };

/** An app owner; `actor` is null before the first day and after the last one. */
export type Person = { userId: string; actor: Actor | null };

/** Answers a time in office hours (UTC) on a weekday, so many days ago or, on a weekend, the Friday before. */
export type Calendar = (daysAgo: number) => number;
