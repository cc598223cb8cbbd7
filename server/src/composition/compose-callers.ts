import { createLookupBudgets } from '../ads/callers/caller.budget.ts';
import { countryFiles, openCountryDatabaseFile } from '../ads/callers/caller.database-file.ts';
import { type Callers, createCallers, type OutsideHosts } from '../ads/callers/caller.ts';
import type { ForwardedWarning } from '../front/forwarded-warning.ts';
import { createCallerAddresses } from '../kit/caller-address.ts';
import type { Clock } from '../kit/clock.ts';
import type { Logger } from '../kit/logger.ts';
import type { Settings } from '../settings.ts';

/** Builds the callers of the ads endpoint; throws a one-line Error when the database of countries cannot be used. */
export async function composeCallers(deps: {
  settings: Settings;
  clock: Clock;
  logger: Logger;
  warnOfForwarded: ForwardedWarning;
  hosts: OutsideHosts | undefined;
}): Promise<Callers> {
  const { settings, clock, logger, warnOfForwarded, hosts } = deps;
  return createCallers({
    addresses: createCallerAddresses(settings.trustProxy),
    database: await openCountryDatabaseFile({
      paths: countryFiles(settings),
      logger,
    }),
    countryHeader: settings.countryHeader,
    // The wall clock does not do, because somebody may set it.
    clock: () => performance.now(),
    // The wall clock, because quotas are per calendar day.
    budgets: createLookupBudgets(settings.vpnLookupsPerDay, clock, logger),
    logger,
    warnOfForwarded,
    hosts,
  });
}
