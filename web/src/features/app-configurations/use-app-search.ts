import type { AppConfiguration } from '@adwarden/contract/app-configurations';
import { limits } from '@adwarden/contract/limits';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { configuredAppsQuery, remainingAppsQuery } from './app-configurations.api.ts';
import type { AppOption, AppSearch } from './app-select.tsx';

/** Milliseconds after the last key until the server is asked (spec, section 9). */
const pause = 200;

type ConfigurationSearch = AppSearch & {
  /** The configuration of a found app; undefined for one without. */
  configurationOf: (app: AppOption | null) => AppConfiguration | undefined;
};

/**
 * Searches the apps that a configuration can be of: when adding only those without one, when editing
 * only those with one (spec, section 4).
 */
export function useAppSearch(mode: 'add' | 'edit'): ConfigurationSearch {
  const [search, onSearch] = useState('');
  const typed = search.trim().slice(0, limits.text.search);
  const [asked] = useDebouncedValue(typed, pause);
  const remaining = useQuery({ ...remainingAppsQuery(asked), enabled: mode === 'add' });
  const configured = useQuery({ ...configuredAppsQuery(asked), enabled: mode === 'edit' });
  const { data = [], isPlaceholderData, isPending } = mode === 'add' ? remaining : configured;
  return {
    search,
    onSearch,
    options: data,
    searching: isPending || isPlaceholderData || asked !== typed,
    configurationOf: (app) => configured.data?.find(({ appID }) => appID === app?.appID),
  };
}
