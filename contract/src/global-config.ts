import { z } from 'zod';
import { success } from './envelope.ts';
import { optionalText } from './fields.ts';
import { limits } from './limits.ts';

/** How a caller's country is found; '' means `local` (ADR 30 "Caller"). */
export const apiMethods = ['', 'local', 'ipinfo', 'header'] as const;
export type ApiMethod = (typeof apiMethods)[number];

export const apiMethodForm = z.object({
  apiMethod: z.enum(apiMethods, 'API method must be empty, local, ipinfo or header'),
});

export const ipInfoTokenForm = z.object({
  ipInfoToken: optionalText({ label: 'IP information token', max: limits.text.key }),
});

const vpnMessage = 'Please Enter VPN API key';

/** The empty string removes the key (the button Remove). An absent or blank key is refused (spec, section 5). */
export const vpnKeyForm = z.object({
  VPNAPIKey: z
    .string({ error: (issue) => (issue.input == null ? vpnMessage : 'VPN API key must be text') })
    .refine((text) => text === '' || text.trim() !== '', { error: vpnMessage, abort: true })
    .pipe(optionalText({ label: 'VPN API key', max: limits.text.key })),
});

export const globalConfig = z.object({
  apiMethod: z.string(),
  ipInfoToken: z.string(),
  vpnApiKey: z.string(),
});
export type GlobalConfig = z.infer<typeof globalConfig>;
export const globalConfigAnswer = success(globalConfig);
