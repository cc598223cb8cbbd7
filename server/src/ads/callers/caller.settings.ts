import type { ApiMethod } from '@adwarden/contract/global-config';

/** The global settings that say how callers are found; '' stands for a missing key. */
export type CallerSettings = { apiMethod: ApiMethod; ipInfoToken: string; vpnApiKey: string };
