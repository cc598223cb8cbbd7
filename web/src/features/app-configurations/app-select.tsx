import type { OnOff } from '@adwarden/contract/apps';
import type { ReactNode } from 'react';
import { SearchSelect, type ServerSearch } from '../../ui/form/search-select.tsx';
import classes from './app-select.module.css';

/** An app as the select knows it. */
export type AppOption = { appID: string; appName: string; ipAddress: OnOff };

export type AppSearch = ServerSearch<AppOption> & {
  /** Whether the apps that were found have a configuration already; choosing one then edits it. */
  areConfigured: boolean;
};

type Props = {
  chosen: AppOption | null;
  onChange: (app: AppOption | null) => void;
  apps: AppSearch;
  /** The text to show when there is no app at all. */
  none: string;
  error?: ReactNode;
};

const optionOf = ({ appID, appName }: AppOption) => ({ value: appID, label: appName });

/** The application of a configuration (ADR 31 "Lists"). */
export function AppSelect({ apps, none, ...rest }: Props) {
  return (
    <SearchSelect
      {...rest}
      found={apps}
      optionOf={optionOf}
      label="Application"
      placeholder="Select Application"
      withAsterisk
      renderOption={({ option }) => (
        <span className={classes.option}>
          <bdi className={classes.name}>{option.label}</bdi>
          {apps.areConfigured ? (
            <span className={classes.configured}>Configured already: edit it</span>
          ) : (
            <span className={classes.id}>{option.value}</span>
          )}
        </span>
      )}
      unmatched="Choose an application from the list"
      nothing={apps.search === '' ? none : 'No application matches'}
    />
  );
}
