import { z } from 'zod';
import type { Call } from './call.ts';
import { success } from './envelope.ts';
import { optionalText } from './fields.ts';
import { limits } from './limits.ts';
import { requestBodies, responseBodies } from './named.ts';

/** The ways to find a caller's country; '' means `local` (ADR 30 "Caller"). */
export const apiMethods = ['', 'local', 'ipinfo', 'header'] as const;
export type ApiMethod = (typeof apiMethods)[number];

export const apiMethodForm = z
  .object({
    apiMethod: z.enum(apiMethods, 'API method must be empty, local, ipinfo or header'),
  })
  .register(requestBodies, { id: 'ApiMethod' });

export const ipInfoTokenForm = z
  .object({
    ipInfoToken: optionalText({ label: 'IP information token', max: limits.text.key }),
  })
  .register(requestBodies, { id: 'IpInfoToken' });

const vpnMessage = 'Please Enter VPN API key';

/** The empty string removes the key (the button Remove). An absent or blank key is refused (spec, section 5). */
export const vpnKeyForm = z
  .object({
    VPNAPIKey: z
      .string({ error: (issue) => (issue.input == null ? vpnMessage : 'VPN API key must be text') })
      .refine((text) => text === '' || text.trim() !== '', { error: vpnMessage, abort: true })
      .pipe(optionalText({ label: 'VPN API key', max: limits.text.key })),
  })
  .register(requestBodies, { id: 'VpnApiKey' });

export const globalConfig = z
  .object({
    apiMethod: z.string(),
    ipInfoToken: z.string(),
    vpnApiKey: z.string(),
  })
  .register(responseBodies, { id: 'GlobalConfig' });
export type GlobalConfig = z.infer<typeof globalConfig>;
export const globalConfigAnswer = success(globalConfig).register(responseBodies, {
  id: 'GlobalConfigAnswer',
});

/** The calls about the global settings. */
export const globalConfigCalls = {
  getAllConfig: {
    method: 'GET',
    path: '/config/getAllConfig',
    who: 'admin',
    viewers: true,
    keys: 'read',
    summary: 'Read the global settings',
    answer: globalConfigAnswer,
  },
  updateAPIMethod: {
    method: 'PUT',
    path: '/config/updateAPIMethod',
    who: 'admin',
    viewers: false,
    keys: false,
    summary: 'Set how the country of a caller is found',
    body: apiMethodForm,
    answer: globalConfigAnswer,
  },
  updateIPInfoToken: {
    method: 'PUT',
    path: '/config/updateIPInfoToken',
    who: 'admin',
    viewers: false,
    keys: false,
    summary: 'Set the IP-information token',
    body: ipInfoTokenForm,
    answer: globalConfigAnswer,
  },
  updateVPNAPIKey: {
    method: 'PUT',
    path: '/config/updateVPNAPIKey',
    who: 'admin',
    viewers: false,
    keys: false,
    summary: 'Set or remove the VPN API key',
    body: vpnKeyForm,
    answer: globalConfigAnswer,
  },
} as const satisfies Record<string, Call>;
