import type { ChangeLog } from '../../changes/change-log.ts';
import type { Db } from '../../db/schema.ts';
import type { AppConfigurationsService } from '../../features/app-configurations/app-configurations.service.ts';
import type { AppsService } from '../../features/apps/apps.service.ts';
import type { Batches } from '../../features/batches/batches.service.ts';
import type { UsersService } from '../../features/users/users.service.ts';
import type { Actor } from '../../http/actor.ts';

/** The services that write the demo data, and its administrator. */
export type DemoContext = {
  users: UsersService;
  apps: AppsService;
  appConfigurations: AppConfigurationsService;
  batches: Batches;
  /** Carries out some apps of a batch that runs. */
  runNext: () => Promise<boolean>;
  changeLog: ChangeLog;
  db: Db;
  admin: Actor;
};

/** An event: somebody does something at a time (epoch ms). */
export type DemoEvent = { at: number; run(): Promise<unknown> };

/** An app owner; `actor` is null before the account is created and after it is deleted. */
export type Person = { userId: string; actor: Actor | null };

/** Returns a time in working hours (UTC) this number of days ago; instead of a weekend, on the Friday before. */
export type Calendar = (daysAgo: number) => number;
