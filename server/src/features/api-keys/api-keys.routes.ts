import { apiKeyCalls } from '@adwarden/contract/api-keys/api-keys';
import { succeed } from '@adwarden/contract/envelope';
import { actorOf } from '../../http/actor.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import type { ApiKeys } from './api-keys.service.ts';

/** Registers the calls about API keys (ADR 129). */
export function apiKeyRoutes(server: BackOffice, { apiKeys }: { apiKeys: ApiKeys }): void {
  server.route({
    ...contractRoute(apiKeyCalls.getApiKeys),
    async handler(request) {
      const { items, totals } = await apiKeys.page(actorOf(request), request.query);
      return { ...succeed('API keys', items), ...totals };
    },
  });

  server.route({
    ...contractRoute(apiKeyCalls.addApiKey),
    async handler(request) {
      const person = actorOf(request);
      const { apiKey, ...made } = await server.once(request, {
        make: (noteMade) => apiKeys.add(person, request.body, request.isBehindStranger, noteMade),
        // The key is shown once. Whoever lost the first answer ends this key and makes another one.
        again: async (id) => ({ apiKey: await apiKeys.readOne(person, id) }),
      });
      return { ...succeed(`API key “${apiKey.name}” made`, apiKey), ...made };
    },
  });

  server.route({
    ...contractRoute(apiKeyCalls.updateApiKey),
    async handler(request) {
      const { id } = request.params;
      const apiKey = await apiKeys.setEnabled(actorOf(request), id, request.body.enabled);
      return succeed(`API key “${apiKey.name}” is ${request.body.enabled ? 'on' : 'off'}`, apiKey);
    },
  });

  server.route({
    ...contractRoute(apiKeyCalls.endApiKey),
    async handler(request) {
      const { id } = request.params;
      const { name } = await apiKeys.end(actorOf(request), id);
      return succeed(`API key “${name}” ended`, { id });
    },
  });
}
