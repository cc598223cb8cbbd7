import type { ApiMethod } from '@adwarden/contract/global-config';

/** The global settings for finding callers; '' stands for a missing key. */
export type CallerSettings = { apiMethod: ApiMethod; ipInfoToken: string; vpnApiKey: string };
