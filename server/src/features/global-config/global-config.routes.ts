import { succeed } from '@adwarden/contract/envelope';
import {
  apiMethodForm,
  globalConfigAnswer,
  ipInfoTokenForm,
  vpnKeyForm,
} from '@adwarden/contract/global-config';
import { actorOf } from '../../http/actor.ts';
import { at, type BackOffice } from '../../http/route.ts';
import type { GlobalConfigService } from './global-config.service.ts';

/** The global settings, for administrators (spec, section 7). */
export function globalConfigRoutes(
  server: BackOffice,
  { globalConfig }: { globalConfig: GlobalConfigService },
): void {
  const response = { 200: globalConfigAnswer };

  server.route({
    ...at('getAllConfig'),
    schema: { response },
    handler: async () => succeed('Global settings', await globalConfig.read()),
  });

  server.route({
    ...at('updateAPIMethod'),
    schema: { body: apiMethodForm, response },
    handler: async (request) => {
      const { apiMethod } = request.body;
      const config = await globalConfig.setApiMethod(actorOf(request), apiMethod);
      return succeed('API method saved', config);
    },
  });

  server.route({
    ...at('updateIPInfoToken'),
    schema: { body: ipInfoTokenForm, response },
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
    ...at('updateVPNAPIKey'),
    schema: { body: vpnKeyForm, response },
    handler: async (request) => {
      const { VPNAPIKey: key } = request.body;
      const config = await globalConfig.setKey(actorOf(request), 'vpnApiKey', key);
      return succeed(key === '' ? 'VPN API key removed' : 'VPN API key saved', config);
    },
  });
}
