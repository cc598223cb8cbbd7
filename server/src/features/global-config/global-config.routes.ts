import { succeed } from '@adwarden/contract/envelope';
import { actorOf } from '../../http/actor.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import type { GlobalConfigService } from './global-config.service.ts';

/** The global settings, for administrators (spec, section 7). */
export function globalConfigRoutes(
  server: BackOffice,
  { globalConfig }: { globalConfig: GlobalConfigService },
): void {
  server.route({
    ...contractRoute('getAllConfig'),
    handler: async () => succeed('Global settings', await globalConfig.read()),
  });

  server.route({
    ...contractRoute('updateAPIMethod'),
    handler: async (request) => {
      const { apiMethod } = request.body;
      const config = await globalConfig.setApiMethod(actorOf(request), apiMethod);
      return succeed('API method saved', config);
    },
  });

  server.route({
    ...contractRoute('updateIPInfoToken'),
    handler: async (request) => {
      const { ipInfoToken: key } = request.body;
      const config = await globalConfig.setKey(actorOf(request), 'ipInfoToken', key);
      return succeed(
        key === '' ? 'IP information token removed' : 'IP information token saved',
        config,
      );
    },
  });

  server.route({
    ...contractRoute('updateVPNAPIKey'),
    handler: async (request) => {
      const { VPNAPIKey: key } = request.body;
      const config = await globalConfig.setKey(actorOf(request), 'vpnApiKey', key);
      return succeed(key === '' ? 'VPN API key removed' : 'VPN API key saved', config);
    },
  });
}
