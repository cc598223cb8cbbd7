import { succeed } from '@adwarden/contract/envelope';
import { findingCalls } from '@adwarden/contract/findings/findings';
import { actorOf } from '../../http/actor.ts';
import { boundedPage } from '../../http/bounded-page.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import type { CheckApp } from './findings.check.service.ts';
import type { FindingsService } from './findings.service.ts';

export type FindingRouteDeps = {
  findings: FindingsService;
  checkApp: CheckApp;
};

/** Registers the calls about findings (ADR 36). */
export function findingRoutes(server: BackOffice, { findings, checkApp }: FindingRouteDeps): void {
  server.route({
    ...contractRoute(findingCalls.checkApp),
    handler: async (request) => succeed('Checked', await checkApp(actorOf(request), request.body)),
  });

  server.route({
    ...contractRoute(findingCalls.getFindings),
    async handler(request) {
      const { items, ...totals } = await findings.list(actorOf(request), request.query);
      return { ...succeed('Findings', items), ...totals };
    },
  });

  server.route({
    ...contractRoute(findingCalls.getAppsWithFindings),
    async handler(request) {
      const { items, ...totals } = await findings.apps(actorOf(request), request.query);
      return { ...succeed('Apps with findings', boundedPage(items)), ...totals };
    },
  });

  server.route({
    ...contractRoute(findingCalls.muteFinding),
    handler: async (request) =>
      succeed('Finding muted', await findings.mute(actorOf(request), request.body)),
  });

  server.route({
    ...contractRoute(findingCalls.unmuteFinding),
    handler: async (request) =>
      succeed('Finding is open again', await findings.unmute(actorOf(request), request.body)),
  });
}
