import type { App } from '@adwarden/contract/apps';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useAskedToAdd } from '../../lib/use-asked-to-add.ts';
import { ConfirmDeleteModal } from '../../ui/confirm-delete-modal.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useTableState } from '../../ui/use-table-state.ts';
import { AppFormModal } from './app-form-modal.tsx';
import { type AppScope, appListQuery, useDeleteApp } from './apps.api.ts';
import { appColumns } from './apps.columns.tsx';
import { appTableShapes } from './apps.table-shape.ts';
import { RotateTokenModal } from './rotate-token-modal.tsx';
import { useDialog } from './use-dialog.ts';
import { useFocusAfterDelete } from './use-focus-after-delete.ts';

type Props = {
  scope: AppScope;
  categories: readonly string[];
  /** Shows 'History' in the row menu; administrators only, like the log. */
  onHistory?: (app: App) => void;
  /** Told of each app that was deleted, with the server's message. */
  onDeleted?: (app: App, message: string) => void;
  /** Buttons before 'Add New App'. */
  actions?: ReactNode;
};

/** The applications of everybody or of one owner, and what can be done with them (spec, section 2). */
export function AppList({ scope, categories, onHistory, onDeleted, actions }: Props) {
  const { role } = scope;
  const client = useQueryClient();
  const control = useTableState(appTableShapes[role]);
  const result = useQuery(appListQuery(scope, control.query));
  const form = useDialog<App | null>();
  useAskedToAdd(() => form.open(null));
  const rotation = useDialog<App>();
  const deletion = useDialog<App>();
  const deleteApp = useDeleteApp();
  const { frame, note } = useFocusAfterDelete(result.data?.data);

  const columns = useMemo(
    () =>
      appColumns(role, {
        onEdit: form.open,
        onRotate: rotation.open,
        ...(onHistory && { onHistory }),
        ...(role === 'admin' && { onDelete: deletion.open }),
      }),
    [role],
  );
  const addButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => form.open(null)}>
      Add New App
    </Button>
  );

  function confirmDelete(app: App): void {
    const row = result.data?.data.findIndex(({ appID }) => appID === app.appID) ?? 0;
    deleteApp.mutate(app.appID, {
      onSuccess: ({ message }) => {
        deletion.close();
        onDeleted?.(app, message);
        note(app.appID, row);
      },
    });
  }

  return (
    <div ref={frame}>
      <DataTable
        label="Applications"
        columns={columns}
        rowId={(app) => app.appID}
        control={control}
        result={result}
        searchPlaceholder="Search for Application..."
        empty={{
          title: 'No applications yet',
          text: 'Each one you add gets an app ID and a token for its ads.',
          action: addButton,
        }}
        onPrefetch={(query) => void client.prefetchQuery(appListQuery(scope, query))}
        storageKey={`apps.${role}`}
        actions={
          <>
            {actions}
            {addButton}
          </>
        }
      />
      <AppFormModal
        role={role}
        opened={form.opened}
        app={form.about}
        categories={categories}
        onClose={form.close}
      />
      <RotateTokenModal opened={rotation.opened} app={rotation.about} onClose={rotation.close} />
      <ConfirmDeleteModal
        opened={deletion.opened}
        pending={deleteApp.isPending}
        appName={deletion.about?.appName}
        onClose={deletion.close}
        onConfirm={() => deletion.about && confirmDelete(deletion.about)}
      />
    </div>
  );
}
