import type { AppConfiguration } from '@adwarden/contract/app-configurations';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { DataTable, type ViewMenuOf } from '../../ui/data-table/data-table.tsx';
import type { TableQuery } from '../../ui/data-table/table-state.ts';
import { useRowDeletion } from '../../ui/data-table/use-row-deletion.tsx';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { configurationsQuery, useDeleteConfiguration } from './app-configurations.api.ts';
import { type AppParts, configurationColumns } from './app-configurations.columns.tsx';
import { configurationTableShape } from './app-configurations.table-shape.ts';
import { ConfigurationRowMenu } from './configuration-row-menu.tsx';

type Props = {
  appParts: AppParts;
  onEdit: (configuration: AppConfiguration) => void;
  /** Called with each deleted configuration and the server's message. */
  onDeleted: (configuration: AppConfiguration, message: string) => void;
  viewMenu: ViewMenuOf;
};

/** The configured apps, newest first (spec, section 2 "Admin app configuration"). */
export function ConfigurationList({ appParts, onEdit, onDeleted, viewMenu }: Props) {
  const client = useQueryClient();
  const prefetch = (query: TableQuery) => void client.prefetchQuery(configurationsQuery(query));
  const control = useTableState(configurationTableShape, prefetch);
  const result = useQuery(configurationsQuery(control.query));
  const columns = useMemo(() => configurationColumns(appParts), [appParts]);
  const deletion = useRowDeletion<AppConfiguration>({
    rowId: ({ appID }) => appID,
    deletion: useDeleteConfiguration(),
    onDeleted,
  });

  return (
    <>
      <DataTable
        label="App configurations"
        columns={columns}
        rowId={({ appID }) => appID}
        control={control}
        result={result}
        searchPlaceholder="Search for App Configuration..."
        empty={{
          title: 'No app configurations yet',
          text: 'Choose an application above and name its countries.',
        }}
        rowActions={(configuration) => (
          <ConfigurationRowMenu
            configuration={configuration}
            onEdit={onEdit}
            onDelete={deletion.askToDelete}
          />
        )}
        onOpen={onEdit}
        onPrefetch={prefetch}
        viewMenu={viewMenu}
      />
      {deletion.modal}
    </>
  );
}
