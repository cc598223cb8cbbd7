import {
  type ApiMethod,
  type GlobalConfig,
  globalConfigCalls,
} from '@adwarden/contract/global-config';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** The global settings; administrators only. */
export const globalConfigQuery = queryOptions({
  queryKey: queryKeys.globalConfig,
  queryFn: async ({ signal }): Promise<GlobalConfig> =>
    (await request(globalConfigCalls.getAllConfig, { signal })).data,
});

/** Writes one setting; the answer contains all settings and replaces the cached ones. */
function useUpdate<Body>(write: (body: Body) => Promise<{ message: string; data: GlobalConfig }>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: async ({ data }) => {
      // A request that began before the write would put the old value back into the cache.
      await client.cancelQueries(globalConfigQuery);
      client.setQueryData(globalConfigQuery.queryKey, data);
    },
  });
}

/** Sets how a caller's country is found. */
export const useUpdateApiMethod = () =>
  useUpdate((body: { apiMethod: ApiMethod }) =>
    request(globalConfigCalls.updateAPIMethod, { body }),
  );

/** Sets the IP-information token; '' removes it. */
export const useUpdateIpInfoToken = () =>
  useUpdate((body: { ipInfoToken: string }) =>
    request(globalConfigCalls.updateIPInfoToken, { body }),
  );

/** Sets the VPN API key; '' removes it. */
export const useUpdateVpnKey = () =>
  useUpdate((body: { VPNAPIKey: string }) => request(globalConfigCalls.updateVPNAPIKey, { body }));
