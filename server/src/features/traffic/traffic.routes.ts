import { succeed } from '@adwarden/contract/envelope';
import { trafficComparisonCalls } from '@adwarden/contract/traffic/comparison';
import { trafficCalls } from '@adwarden/contract/traffic/traffic';
import { actorOf } from '../../http/actor.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import type { TrafficComparisons } from './traffic.comparison.service.ts';
import type { TrafficService } from './traffic.service.ts';

/** The calls about traffic (ADR 56). */
export function trafficRoutes(
  server: BackOffice,
  { traffic, comparisons }: { traffic: TrafficService; comparisons: TrafficComparisons },
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
}
