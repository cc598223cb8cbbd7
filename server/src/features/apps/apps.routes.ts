import { appCalls } from '@adwarden/contract/app-calls';
import { connectionCalls } from '@adwarden/contract/connections/connections';
import { succeed } from '@adwarden/contract/envelope';
import { filterValueCalls } from '@adwarden/contract/filter-values';
import { testAdsCalls } from '@adwarden/contract/test-ads';
import type { FastifyRequest } from 'fastify';
import { actorOf } from '../../http/actor.ts';
import { wantsEvents } from '../../http/event-streams.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import { sendList } from '../../http/streamed-list.ts';
import { shownName } from '../../kit/shown-name.ts';
import { ownFields } from './apps.policy.ts';
import type { AppsService } from './apps.service.ts';
import type { ConnectService } from './connect/apps.connect.service.ts';
import type { AppsListService } from './list/apps.list.service.ts';
import type { FilterValues } from './list/apps.list.values.service.ts';
import type { TestAds } from './test-ads/apps.test-ads.service.ts';

/** Removes the fields that the caller may not set from a form, before the schema checks it. */
const keepOwnFields = (task: 'create' | 'update') => async (request: FastifyRequest) => {
  request.body = ownFields(actorOf(request), request.body, task);
};

type Services = {
  apps: AppsService;
  lists: AppsListService;
  filterValues: FilterValues;
  testAds: TestAds;
  connect: ConnectService;
};

/** Registers the calls about apps (spec, section 7). The contract's route table says who may make them. */
export function appRoutes(server: BackOffice, services: Services): void {
  const { apps, lists, filterValues, testAds, connect } = services;
  server.route({
    ...contractRoute(appCalls.getAllApp),
    async handler(request, reply) {
      const list = await lists.all(actorOf(request), request.query);
      if ('chunks' in list) return sendList(reply, 'Applications', list.chunks);
      const { items, ...totals } = list;
      return { ...succeed('Applications', items), ...totals };
    },
  });

  server.route({
    ...contractRoute(appCalls.getApp),
    async handler(request, reply) {
      const list = await lists.ofOwner(actorOf(request), request.params.userID, request.query);
      if ('chunks' in list) return sendList(reply, 'Applications', list.chunks);
      const { items, ...totals } = list;
      return { ...succeed('Applications', items), ...totals };
    },
  });

  server.route({
    ...contractRoute(filterValueCalls.getFilterValues),
    async handler(request) {
      const { values, hasMore } = await filterValues(actorOf(request), request.query);
      return { ...succeed('Values', values), hasMore };
    },
  });

  server.route({
    ...contractRoute(appCalls.appStats),
    handler: async (request) => succeed('Counts', await lists.stats(actorOf(request))),
  });

  server.route({
    ...contractRoute(appCalls.addApp),
    preValidation: keepOwnFields('create'),
    async handler(request) {
      const actor = actorOf(request);
      const app = await server.once(request, {
        make: (noteMade) => apps.add(actor, request.body, request.icon, noteMade),
        again: (appID) => apps.read(actor, appID),
      });
      return succeed(`${shownName(app.appName)} added`, app);
    },
  });

  server.route({
    ...contractRoute(appCalls.updateApp),
    preValidation: keepOwnFields('update'),
    async handler(request, reply) {
      const { appID } = request.params;
      const app = await apps.update(actorOf(request), appID, request.body, request.icon);
      if ('changeRequest' in app) {
        const { appName } = app.changeRequest;
        return reply.code(202).send(succeed(`${shownName(appName)}: waiting for approval`, app));
      }
      return succeed(`${shownName(app.appName)} updated`, app);
    },
  });

  server.route({
    ...contractRoute(appCalls.deleteApp),
    async handler(request) {
      const { appID } = request.params;
      const { appName } = await apps.remove(actorOf(request), appID);
      return succeed(`${shownName(appName)} deleted`, { appID });
    },
  });

  server.route({
    ...contractRoute(appCalls.rotateToken),
    async handler(request) {
      const { appID } = request.params;
      const { keepOldForDays } = request.body;
      const actor = actorOf(request);
      const app = await server.once(request, {
        make: (noteMade) => apps.rotateToken(actor, appID, keepOldForDays, noteMade),
        again: () => apps.readRotated(actor, appID),
      });
      return succeed(`${shownName(app.appName)} has a new token`, app);
    },
  });

  server.route({
    ...contractRoute(appCalls.getOldTokens),
    async handler(request) {
      const old = await apps.oldTokens(actorOf(request), request.params.appID);
      return succeed('Old tokens', old);
    },
  });

  server.route({
    ...contractRoute(appCalls.revokeOldTokens),
    async handler(request) {
      const app = await apps.revokeOldTokens(actorOf(request), request.params.appID);
      return succeed('Old tokens revoked', app);
    },
  });

  server.route({
    ...contractRoute(appCalls.endOldToken),
    async handler(request) {
      const { appID } = request.params;
      const app = await apps.endOldToken(actorOf(request), appID, request.body.since);
      return succeed('Old token revoked', app);
    },
  });

  server.route({
    ...contractRoute(appCalls.getIpRules),
    handler: async (request) =>
      succeed('What IP Address needs', await apps.ipRules(actorOf(request), request.params.appID)),
  });

  server.route({
    ...contractRoute(testAdsCalls.testAds),
    async handler(request) {
      const tested = await testAds(actorOf(request), request.params.appID, request.body);
      return succeed('Tested', tested);
    },
  });

  server.route({
    ...contractRoute(connectionCalls.connectApp),
    async handler(request) {
      const connection = await connect.start(actorOf(request), request.params.appID);
      return succeed('Connection', connection);
    },
  });

  server.route({
    ...contractRoute(connectionCalls.getConnection),
    async handler(request, reply) {
      const { appID } = request.params;
      const actor = actorOf(request);
      if (!wantsEvents(request)) return succeed('Connection', await connect.find(actor, appID));
      return server.sendEvents(reply, await connect.follow(actor, appID));
    },
  });
}
