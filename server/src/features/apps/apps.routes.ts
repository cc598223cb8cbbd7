import {
  appAnswer,
  appChanges,
  appList,
  appListQuery,
  appStats,
  deletedApp,
  newAppForm,
  rotatedToken,
  rotateTokenForm,
} from '@adwarden/contract/apps';
import { succeed } from '@adwarden/contract/envelope';
import { requiredText } from '@adwarden/contract/fields';
import { limits } from '@adwarden/contract/limits';
import { testAdsAnswer, testAdsForm } from '@adwarden/contract/test-ads';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { actorOf } from '../../http/actor.ts';
import { at, type BackOffice } from '../../http/route.ts';
import { sendList } from '../../http/streamed-list.ts';
import type { AppsListService } from './apps.list.service.ts';
import { ownFields } from './apps.policy.ts';
import type { AppsService } from './apps.service.ts';
import type { TestAds } from './apps.test-ads.service.ts';

const params = z.object({
  id: requiredText('Please give an id', { label: 'Id', max: limits.text.id }),
});

/** Takes from a form what is not the caller's to set, before its schema judges it. */
const keepOwnFields = (task: 'create' | 'update') => async (request: FastifyRequest) => {
  request.body = ownFields(actorOf(request), request.body, task);
};

/** The calls about apps (spec, section 7); who may make them is said by the contract's route table. */
export function appRoutes(
  server: BackOffice,
  { apps, lists, testAds }: { apps: AppsService; lists: AppsListService; testAds: TestAds },
): void {
  server.route({
    ...at('getAllApp'),
    schema: { querystring: appListQuery, response: { 200: appList } },
    async handler(request, reply) {
      const list = await lists.all(request.query);
      if ('chunks' in list) return sendList(reply, 'Applications', list.chunks);
      const { items, ...totals } = list;
      return { ...succeed('Applications', items), ...totals };
    },
  });

  server.route({
    ...at('getApp'),
    schema: { params, querystring: appListQuery, response: { 200: appList } },
    async handler(request, reply) {
      const list = await lists.ofOwner(actorOf(request), request.params.id, request.query);
      if ('chunks' in list) return sendList(reply, 'Applications', list.chunks);
      const { items, ...totals } = list;
      return { ...succeed('Applications', items), ...totals };
    },
  });

  server.route({
    ...at('appStats'),
    schema: { response: { 200: appStats } },
    handler: async (request) => succeed('Counts', await lists.stats(actorOf(request))),
  });

  server.route({
    ...at('addApp'),
    preValidation: keepOwnFields('create'),
    schema: { body: newAppForm, response: { 200: appAnswer } },
    async handler(request) {
      const app = await apps.add(actorOf(request), request.body, request.icon);
      return succeed('Application added', app);
    },
  });

  server.route({
    ...at('updateApp'),
    preValidation: keepOwnFields('update'),
    schema: { params, body: appChanges, response: { 200: appAnswer } },
    async handler(request) {
      const { id } = request.params;
      const app = await apps.update(actorOf(request), id, request.body, request.icon);
      return succeed('Application updated', app);
    },
  });

  server.route({
    ...at('deleteApp'),
    schema: { params, response: { 200: deletedApp } },
    async handler(request) {
      const { id } = request.params;
      await apps.remove(actorOf(request), id);
      return succeed('Application deleted', { appID: id });
    },
  });

  server.route({
    ...at('rotateToken'),
    schema: { params, body: rotateTokenForm, response: { 200: rotatedToken } },
    async handler(request) {
      const { id } = request.params;
      const { keepOldForDays } = request.body;
      const app = await apps.rotateToken(actorOf(request), id, keepOldForDays);
      return succeed('Token rotated', app);
    },
  });

  server.route({
    ...at('testAds'),
    schema: { params, body: testAdsForm, response: { 200: testAdsAnswer } },
    async handler(request) {
      const tested = await testAds(actorOf(request), request.params.id, request.body);
      return succeed('Tested', tested);
    },
  });
}
