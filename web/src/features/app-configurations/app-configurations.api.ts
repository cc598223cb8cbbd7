import {
  type AppConfiguration,
  appConfigurationCalls,
  type RemainingApp,
} from '@adwarden/contract/app-configurations';
import { formOf } from '@adwarden/contract/form-of';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { askAgain, mergeRow } from '../../lib/after-write.ts';
import { type Query, request } from '../../lib/http-client.ts';
import { lookUpApps, type Searched } from '../../lib/look-up/look-up.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useFormKey } from '../../lib/use-form-key.ts';

export type ConfigurationPage = { data: AppConfiguration[]; total: number };

/** Reads one page of the configured apps; the previous page stays while the next one loads. */
export const configurationsQuery = (query: Query<typeof appConfigurationCalls.getConfigureApp>) =>
  queryOptions({
    queryKey: [...queryKeys.configurationLists, query] as const,
    queryFn: async ({ signal }): Promise<ConfigurationPage> => {
      const { data, total = data.length } = await request(appConfigurationCalls.getConfigureApp, {
        query,
        signal,
      });
      return { data, total };
    },
    placeholderData: keepPreviousData,
  });

/** Apps that a select offers at a time (ADR 31 "Lists"). */
const offered = 20;

/** Reads the first apps that match `search` and have no configuration yet. */
export const remainingAppsQuery = (search: string) =>
  queryOptions({
    queryKey: [...queryKeys.remainingApps, search] as const,
    queryFn: async ({ signal }): Promise<RemainingApp[]> => {
      const ask = (query: Searched) =>
        request(appConfigurationCalls.getRemainingApp, { query, signal });
      return await lookUpApps(ask, search, offered);
    },
    placeholderData: keepPreviousData,
  });

/** Reads the first apps that match `search` and have a configuration. */
export const configuredAppsQuery = (search: string) =>
  queryOptions({
    queryKey: [...queryKeys.configuredApps, search] as const,
    queryFn: async ({ signal }): Promise<AppConfiguration[]> => {
      const ask = (query: Searched) =>
        request(appConfigurationCalls.getConfigureApp, { query, signal });
      return await lookUpApps(ask, search, offered);
    },
    placeholderData: keepPreviousData,
  });

export type ConfigurationPayload = {
  id: string;
  appName?: string | undefined;
  country?: string | undefined;
  /** The version of the configuration that the edit began with. */
  version?: number | undefined;
};

/** The queries that depend on the countries of an app. */
const changed = [queryKeys.configurations, queryKeys.findings, queryKeys.appStats];

/** Returns the refresh that saving triggers (spec, section 4). */
export function useRefresh() {
  const client = useQueryClient();
  return () => askAgain(client, ...changed);
}

/** Makes the form of a call; it has the app's name besides (spec, section 7), which the server does not read. */
function formWithName<Name extends string>(
  appName: string | undefined,
  values: Partial<Record<Name, string | number | undefined>>,
) {
  const form = formOf(values);
  if (appName !== undefined) form.set('appName', appName);
  return form;
}

/** Configures an app that is not configured yet, once for each `opening` of the form. */
export function useAddConfiguration(opening: unknown) {
  const refresh = useRefresh();
  const key = useFormKey(opening);
  return useMutation({
    mutationFn: ({ appName, id, country }: ConfigurationPayload) =>
      request(appConfigurationCalls.addConfigureApp, {
        body: formWithName(appName, { id, country }),
        key: key.now(),
      }),
    onSuccess: () => {
      key.renew();
      return refresh();
    },
  });
}

/** Changes the countries of an app, and updates it in the cached lists. A stale edit throws `ApiError` 409. */
export function useUpdateConfiguration() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ appName, ...payload }: ConfigurationPayload) =>
      request(appConfigurationCalls.updateConfigureApp, {
        id: payload.id,
        body: formWithName(appName, payload),
      }),
    onSuccess: ({ data: configuration }) =>
      mergeRow<AppConfiguration>(client, {
        lists: queryKeys.configurationLists,
        row: configuration,
        isSame: ({ appID }) => appID === configuration.appID,
        changed,
      }),
    meta: { errorToast: false },
  });
}

/** Deletes the configuration of an app; the app stays. */
export function useDeleteConfiguration() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (appID: string) => request(appConfigurationCalls.deleteConfigureApp, { id: appID }),
    onSuccess,
  });
}
