import type { AppConfiguration } from '@adwarden/contract/app-configurations';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mayWrite } from '../../people/may.ts';
import { DataTable, type ViewMenuOf } from '../../ui/data-table/data-table.tsx';
import type { TableQuery } from '../../ui/data-table/table-state.ts';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { configurationsQuery } from './app-configurations.api.ts';
import { type AppDeps, configurationColumns } from './app-configurations.columns.tsx';
import { configurationTableShape } from './app-configurations.table-shape.ts';
import { ConfigurationRowMenu } from './configuration-row-menu.tsx';

type Props = {
  appDeps: AppDeps;
  onEdit: (configuration: AppConfiguration) => void;
  onDelete: (configuration: AppConfiguration) => void;
  viewMenu: ViewMenuOf;
};

/** The configured apps, newest first (spec, section 2 "Admin app configuration"). */
export function ConfigurationList({ appDeps, onEdit, onDelete, viewMenu }: Props) {
  const client = useQueryClient();
  const prefetch = (query: TableQuery) => void client.prefetchQuery(configurationsQuery(query));
  const control = useTableState(configurationTableShape, prefetch);
  const result = useQuery(configurationsQuery(control.query));
  const writes = mayWrite();
  const columns = useMemo(() => configurationColumns(appDeps), [appDeps]);
  return (
    <DataTable
      label="App configurations"
      columns={columns}
      rowId={({ appID }) => appID}
      control={control}
      result={result}
      searchPlaceholder="Search for App Configuration..."
      empty={{
        title: 'No app configurations yet',
        ...(writes && { text: 'Choose an application above and name its countries.' }),
      }}
      {...(writes && {
        rowActions: (configuration: AppConfiguration) => (
          <ConfigurationRowMenu configuration={configuration} onEdit={onEdit} onDelete={onDelete} />
        ),
        onOpen: onEdit,
      })}
      onPrefetch={prefetch}
      viewMenu={viewMenu}
    />
  );
}
