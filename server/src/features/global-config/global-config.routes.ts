import { succeed } from '@adwarden/contract/envelope';
import { globalConfigCalls } from '@adwarden/contract/global-config';
import type { FastifyRequest } from 'fastify';
import { type Actor, actorOf } from '../../http/actor.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import type { GlobalConfigService } from './global-config.service.ts';

/**
 * Registers the calls about the global settings, for administrators (spec, section 7). Calls `noteRead` for each answer with
 * keys.
 */
export function globalConfigRoutes(
  server: BackOffice,
  deps: { globalConfig: GlobalConfigService; noteRead: (reader: Actor) => void },
): void {
  const { globalConfig, noteRead } = deps;
  /** Returns the caller and calls `noteRead`, because every answer here contains the keys, except to viewers. */
  const readerOf = (request: FastifyRequest): Actor => {
    const reader = actorOf(request);
    noteRead(reader);
    return reader;
  };

  server.route({
    ...contractRoute(globalConfigCalls.getAllConfig),
    async handler(request) {
      return succeed('Global settings', await globalConfig.read(readerOf(request)));
    },
  });

  server.route({
    ...contractRoute(globalConfigCalls.updateAPIMethod),
    handler: async (request) => {
      const { apiMethod } = request.body;
      const config = await globalConfig.setApiMethod(readerOf(request), apiMethod);
      return succeed('API method saved', config);
    },
  });

  server.route({
    ...contractRoute(globalConfigCalls.updateIPInfoToken),
    handler: async (request) => {
      const { ipInfoToken: key } = request.body;
      const config = await globalConfig.setKey(readerOf(request), 'ipInfoToken', key);
      return succeed(
        key === '' ? 'IP information token removed' : 'IP information token saved',
        config,
      );
    },
  });

  server.route({
    ...contractRoute(globalConfigCalls.updateVPNAPIKey),
    handler: async (request) => {
      const { VPNAPIKey: key } = request.body;
      const config = await globalConfig.setKey(readerOf(request), 'vpnApiKey', key);
      return succeed(key === '' ? 'VPN API key removed' : 'VPN API key saved', config);
    },
  });
}
