import type { OnOff } from '@adwarden/contract/apps';
import type { ReactNode } from 'react';
import { SearchSelect } from '../../ui/form/search-select.tsx';
import classes from './app-select.module.css';

/** An app as the select knows it. */
export type AppOption = { appID: string; appName: string; ipAddress: OnOff };

/** What searches the apps on the server; handed in, because a form never fetches. */
export type AppSearch = {
  search: string;
  onSearch: (search: string) => void;
  /** What was found, at most 20. */
  options: readonly AppOption[];
  /** Whether the apps in the list have a configuration already; choosing one then edits it. */
  areConfigured?: boolean;
  searching: boolean;
};

type Props = {
  value: string;
  /** The chosen app, which may not be among those found. */
  chosen: AppOption | null;
  onChange: (app: AppOption | null) => void;
  apps: AppSearch;
  /** What to say when nothing is found for nothing typed. */
  none: string;
  error?: ReactNode;
};

const optionOf = ({ appID, appName }: AppOption) => ({ value: appID, label: appName });

/** The application of a configuration, searched on the server 20 at a time (ADR 31 "Lists"). */
export function AppSelect({ value, chosen, onChange, apps, none, ...rest }: Props) {
  const { options, areConfigured, ...search } = apps;
  const known = chosen ? [chosen, ...options] : options;
  return (
    <SearchSelect
      {...rest}
      {...search}
      label="Application"
      placeholder="Select Application"
      withAsterisk
      data={options.map(optionOf)}
      value={value === '' ? null : value}
      chosen={chosen && optionOf(chosen)}
      onChange={(appID) => onChange(known.find((app) => app.appID === appID) ?? null)}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <bdi className={classes.name}>{option.label}</bdi>
          {areConfigured ? (
            <span className={classes.configured}>Configured already: edit it</span>
          ) : (
            <span className={classes.id}>{option.value}</span>
          )}
        </span>
      )}
      unmatched="Choose an application from the list"
      nothing={search.search === '' ? none : 'No application matches'}
    />
  );
}
