import type { AppConfiguration } from '@adwarden/contract/app-configurations';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { toastSuccess } from '../../lib/toasts.ts';
import { ConfirmDeleteModal } from '../../ui/confirm-delete-modal.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { toastUndo } from '../../ui/undo-toast.tsx';
import { useTableState } from '../../ui/use-table-state.ts';
import {
  configurationsQuery,
  useAddConfiguration,
  useDeleteConfiguration,
} from './app-configurations.api.ts';
import { type AppLook, configurationColumns } from './app-configurations.columns.tsx';
import { configurationTableShape } from './app-configurations.table-shape.ts';
import { ConfigurationRowMenu } from './configuration-row-menu.tsx';

type Props = {
  look: AppLook;
  onEdit: (configuration: AppConfiguration) => void;
  /** Told of each app whose configuration is gone. */
  onDeleted: (appID: string) => void;
};

/** The configured apps, newest first (spec, section 2 "Admin app configuration"). */
export function ConfigurationList({ look, onEdit, onDeleted }: Props) {
  const client = useQueryClient();
  const control = useTableState(configurationTableShape);
  const result = useQuery(configurationsQuery(control.query));
  const columns = useMemo(() => configurationColumns(look), [look]);
  const [doomed, setDoomed] = useState<AppConfiguration | null>(null);
  const deletion = useDeleteConfiguration();
  const { mutate: addBack } = useAddConfiguration();

  function confirmDelete({ appID: id, appName, country }: AppConfiguration): void {
    deletion.mutate(id, {
      onSuccess: ({ message }) => {
        setDoomed(null);
        onDeleted(id);
        toastUndo(message, () =>
          addBack(
            { id, appName, country },
            { onSuccess: (answer) => toastSuccess(answer.message) },
          ),
        );
      },
    });
  }

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
            onDelete={setDoomed}
          />
        )}
        onPrefetch={(query) => void client.prefetchQuery(configurationsQuery(query))}
        storageKey="app-configurations"
      />
      <ConfirmDeleteModal
        opened={doomed !== null}
        pending={deletion.isPending}
        onClose={() => setDoomed(null)}
        onConfirm={() => doomed && confirmDelete(doomed)}
      />
    </>
  );
}
