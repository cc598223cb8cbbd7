import type { GlobalConfig } from '@adwarden/contract/global-config';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';

type Update = 'updateAPIMethod' | 'updateIPInfoToken' | 'updateVPNAPIKey';

/** The global settings; administrators only. */
export const globalConfigQuery = queryOptions({
  queryKey: queryKeys.globalConfig,
  queryFn: async ({ signal }): Promise<GlobalConfig> =>
    (await request('getAllConfig', { signal })).data,
});

/** Writes one setting; the answer contains all settings and replaces the cached ones. */
function useUpdate<Body extends object>(route: Update) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => request(route, { body }),
    onSuccess: async ({ data }) => {
      // A request that began before the write would put the old value back into the cache.
      await client.cancelQueries(globalConfigQuery);
      client.setQueryData(globalConfigQuery.queryKey, data);
    },
  });
}

/** Sets how a caller's country is found. */
export const useUpdateApiMethod = () => useUpdate<{ apiMethod: string }>('updateAPIMethod');

/** Sets the IP-information token; '' removes it. */
export const useUpdateIpInfoToken = () => useUpdate<{ ipInfoToken: string }>('updateIPInfoToken');

/** Sets the VPN API key; '' removes it. */
export const useUpdateVpnKey = () => useUpdate<{ VPNAPIKey: string }>('updateVPNAPIKey');
