import { succeed } from '@adwarden/contract/envelope';
import { trafficComparisonCalls } from '@adwarden/contract/traffic/comparison';
import { trafficExportCalls } from '@adwarden/contract/traffic/exports';
import { tokenUsesCalls } from '@adwarden/contract/traffic/tokens';
import { trafficCalls } from '@adwarden/contract/traffic/traffic';
import { actorOf } from '../../http/actor.ts';
import { sendFile } from '../../http/file-text.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import type { TrafficComparisons } from './traffic.comparison.service.ts';
import type { TrafficExports } from './traffic.export.service.ts';
import type { TrafficService } from './traffic.service.ts';
import type { ReadTokenUses } from './traffic.tokens.service.ts';

/** Registers the calls about traffic (ADR 56). */
export function trafficRoutes(
  server: BackOffice,
  {
    traffic,
    comparisons,
    trafficExports,
    readTokenUses,
  }: {
    traffic: TrafficService;
    comparisons: TrafficComparisons;
    trafficExports: TrafficExports;
    readTokenUses: ReadTokenUses;
  },
): void {
  server.route({
    ...contractRoute(trafficCalls.getTraffic),
    handler: async (request) =>
      succeed('Requests', await traffic.ofAll(actorOf(request), request.query)),
  });

  server.route({
    ...contractRoute(trafficCalls.getAppTraffic),
    handler: async (request) =>
      succeed(
        'Requests',
        await traffic.ofApp(actorOf(request), request.params.appID, request.query),
      ),
  });

  server.route({
    ...contractRoute(trafficComparisonCalls.compareTraffic),
    handler: async (request) =>
      succeed('Requests compared', await comparisons.compare(actorOf(request), request.query)),
  });

  server.route({
    ...contractRoute(trafficExportCalls.exportTraffic),
    handler: async (request, reply) =>
      sendFile(reply, await trafficExports.steps(actorOf(request), request.query)),
  });

  server.route({
    ...contractRoute(trafficExportCalls.exportTrafficComparison),
    handler: async (request, reply) =>
      sendFile(reply, await trafficExports.differences(actorOf(request), request.query)),
  });

  server.route({
    ...contractRoute(tokenUsesCalls.getTokenUses),
    handler: async (request) =>
      succeed('Uses of tokens', await readTokenUses(actorOf(request), request.params.appID)),
  });
}
