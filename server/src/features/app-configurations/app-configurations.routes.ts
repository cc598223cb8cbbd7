import {
  appConfigurationAnswer,
  appConfigurationChanges,
  appConfigurationList,
  appConfigurationListQuery,
  deletedAppConfiguration,
  newAppConfigurationForm,
  remainingAppList,
  remainingAppListQuery,
} from '@adwarden/contract/app-configurations';
import { succeed } from '@adwarden/contract/envelope';
import { requiredText } from '@adwarden/contract/fields';
import { limits } from '@adwarden/contract/limits';
import { z } from 'zod';
import { actorOf } from '../../http/actor.ts';
import { at, type BackOffice } from '../../http/route.ts';
import { sendList } from '../../http/streamed-list.ts';
import type { AppConfigurationLists } from './app-configurations.list.service.ts';
import type { AppConfigurationsService } from './app-configurations.service.ts';

const params = z.object({
  id: requiredText('Please Select Application', { label: 'Id', max: limits.text.id }),
});

/** The countries of each app, for administrators (spec, section 7). */
export function appConfigurationRoutes(
  server: BackOffice,
  parts: { appConfigurations: AppConfigurationsService; lists: AppConfigurationLists },
): void {
  const { appConfigurations, lists } = parts;

  server.route({
    ...at('getConfigureApp'),
    schema: { querystring: appConfigurationListQuery, response: { 200: appConfigurationList } },
    async handler({ query }, reply) {
      const list = await lists.configured(query);
      if ('chunks' in list) return sendList(reply, 'App configurations', list.chunks);
      const { items, ...totals } = list;
      return { ...succeed('App configurations', items), ...totals };
    },
  });

  server.route({
    ...at('getRemainingApp'),
    schema: { querystring: remainingAppListQuery, response: { 200: remainingAppList } },
    async handler({ query }, reply) {
      const list = await lists.remaining(query);
      if ('chunks' in list) return sendList(reply, 'Remaining applications', list.chunks);
      const { items, ...totals } = list;
      return { ...succeed('Remaining applications', items), ...totals };
    },
  });

  server.route({
    ...at('addConfigureApp'),
    schema: { body: newAppConfigurationForm, response: { 200: appConfigurationAnswer } },
    async handler(request) {
      const { id, country } = request.body;
      const added = await appConfigurations.add(actorOf(request), id, country);
      return succeed('App configuration added', added);
    },
  });

  server.route({
    ...at('updateConfigureApp'),
    schema: { params, body: appConfigurationChanges, response: { 200: appConfigurationAnswer } },
    async handler(request) {
      const { id } = request.params;
      const updated = await appConfigurations.update(actorOf(request), id, request.body);
      return succeed('App configuration updated', updated);
    },
  });

  server.route({
    ...at('deleteConfigureApp'),
    schema: { params, response: { 200: deletedAppConfiguration } },
    async handler(request) {
      const { id } = request.params;
      await appConfigurations.remove(actorOf(request), id);
      return succeed('App configuration deleted', { appID: id });
    },
  });
}
