import { appConfigurationCalls } from '@adwarden/contract/app-configurations';
import { succeed } from '@adwarden/contract/envelope';
import { actorOf } from '../../http/actor.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import { sendList } from '../../http/streamed-list.ts';
import { shownName } from '../../kit/shown-name.ts';
import type { AppConfigurationLists } from './app-configurations.list.service.ts';
import type { AppConfigurationsService } from './app-configurations.service.ts';

/** Registers the calls about the countries of each app, for administrators (spec, section 7). */
export function appConfigurationRoutes(
  server: BackOffice,
  deps: { appConfigurations: AppConfigurationsService; lists: AppConfigurationLists },
): void {
  const { appConfigurations, lists } = deps;

  server.route({
    ...contractRoute(appConfigurationCalls.getConfigureApp),
    async handler(request, reply) {
      const list = await lists.configured(actorOf(request), request.query);
      if ('chunks' in list) return sendList(reply, 'App configurations', list.chunks);
      const { items, ...totals } = list;
      return { ...succeed('App configurations', items), ...totals };
    },
  });

  server.route({
    ...contractRoute(appConfigurationCalls.getRemainingApp),
    async handler(request, reply) {
      const list = await lists.remaining(actorOf(request), request.query);
      if ('chunks' in list) return sendList(reply, 'Remaining applications', list.chunks);
      const { items, ...totals } = list;
      return { ...succeed('Remaining applications', items), ...totals };
    },
  });

  server.route({
    ...contractRoute(appConfigurationCalls.addConfigureApp),
    async handler(request) {
      const { id, country } = request.body;
      const added = await server.once(request, {
        make: (noteMade) => appConfigurations.add(actorOf(request), id, country, noteMade),
        again: appConfigurations.read,
      });
      return succeed(`Countries of ${shownName(added.appName)} added`, added);
    },
  });

  server.route({
    ...contractRoute(appConfigurationCalls.updateConfigureApp),
    async handler(request) {
      const { appID } = request.params;
      const updated = await appConfigurations.update(actorOf(request), appID, request.body);
      return succeed(`Countries of ${shownName(updated.appName)} updated`, updated);
    },
  });

  server.route({
    ...contractRoute(appConfigurationCalls.deleteConfigureApp),
    async handler(request) {
      const { appID } = request.params;
      const { appName } = await appConfigurations.remove(actorOf(request), appID);
      return succeed(`Countries of ${shownName(appName)} deleted`, { appID });
    },
  });
}
