import type { AppConfiguration } from '@adwarden/contract/app-configurations';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDelayedSearch } from '../../ui/text/use-delayed-search.ts';
import { configuredAppsQuery, remainingAppsQuery } from './app-configurations.api.ts';
import type { AppOption, AppSearch } from './app-select.tsx';

type ConfigurationSearch = AppSearch & {
  /** The configuration of a found app; undefined for one without. */
  configurationOf: (app: AppOption | null) => AppConfiguration | undefined;
  /** While no app is without countries: whether there are apps with countries. */
  hasConfigured: boolean;
};

/**
 * Searches apps for the App Setting card (spec, section 4): while adding, apps without a configuration; while
 * editing, apps with one. If a search while adding finds nothing, matching configured apps are shown instead, so
 * that one of them can be edited.
 */
export function useAppSearch(mode: 'add' | 'edit'): ConfigurationSearch {
  const [search, onSearch] = useState('');
  const { asked, isWaiting } = useDelayedSearch(search);
  const remaining = useQuery({ ...remainingAppsQuery(asked), enabled: mode === 'add' });
  const noneRemains = remaining.data?.length === 0 && !remaining.isPlaceholderData;
  const areConfigured = mode === 'add' && asked !== '' && noneRemains;
  const { data: some = [] } = useQuery({
    ...configuredAppsQuery(''),
    enabled: mode === 'add' && asked === '' && noneRemains,
  });
  const configured = useQuery({
    ...configuredAppsQuery(asked),
    enabled: mode === 'edit' || areConfigured,
  });
  const shown = mode === 'edit' || areConfigured ? configured : remaining;
  const { data = [], isPlaceholderData, isPending } = shown;
  return {
    search,
    onSearch,
    // While the search runs, `data` is still the result of the previous search: do not show it.
    options: areConfigured && isPlaceholderData ? [] : data,
    areConfigured,
    hasConfigured: some.length > 0,
    searching: isPending || isPlaceholderData || isWaiting,
    configurationOf: (app) =>
      shown === configured ? configured.data?.find(({ appID }) => appID === app?.appID) : undefined,
  };
}
