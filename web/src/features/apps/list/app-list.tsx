import {
  type App,
  type AppFormField,
  type AppInList,
  appFormFields,
} from '@adwarden/contract/apps';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useAskedTo } from '../../../lib/address/use-asked-to.ts';
import type { Scope } from '../../../lib/role.ts';
import { useStable } from '../../../lib/use-stable.ts';
import { deletionEffect } from '../../../lib/words/delivery-words.ts';
import { may, mayWrite } from '../../../people/may.ts';
import { DataTable, type ViewMenuOf } from '../../../ui/data-table/data-table.tsx';
import { FilterSourceContext } from '../../../ui/data-table/filter-source.ts';
import { useListMemory, useReturnToRow } from '../../../ui/data-table/list-memory.ts';
import { RowSelectionProvider } from '../../../ui/data-table/row-selection.tsx';
import { SelectButton } from '../../../ui/data-table/select-button.tsx';
import type { SelectableList } from '../../../ui/data-table/selection-store.ts';
import type { TableQuery } from '../../../ui/data-table/table-state.ts';
import { useIsChosen } from '../../../ui/data-table/use-column-visibility.ts';
import { useRowDeletion } from '../../../ui/data-table/use-row-deletion.tsx';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.ts';
import { type AppsQuestion, appListQuery, listName, useDeleteApp } from '../apps.api.ts';
import { ConnectDialog } from '../connect/connect-dialog.tsx';
import { AppFormModal } from '../form/app-form-modal.tsx';
import type { CategoryChoice } from '../form/fields/category-select.tsx';
import { TestAdsDrawer } from '../test-ads/test-ads-drawer.tsx';
import { RotateTokenModal } from '../tokens/rotate-token-modal.tsx';
import { AppActionsContext, type PageActions } from './app-actions.ts';
import { appColumns, requestsColumn, withAdsColumn } from './apps.columns.tsx';
import { appTableShapes } from './apps.table-shape.ts';
import { useAppFilters } from './use-app-filters.ts';
import { useAppSelection } from './use-app-selection.ts';
import { useFormAddress } from './use-form-address.ts';
import { useNeighbours } from './use-neighbours.ts';
import { useOpenApp } from './use-open-app.ts';

type Props = {
  scope: Scope;
  categories: CategoryChoice;
  rowActions: PageActions;
  /** Shows the open change requests for an app, in its form. */
  requestsOf: (app: App) => ReactNode;
  /** Called with each deleted app and the server's message. */
  onDeleted?: (app: App, message: string) => void;
  /** Buttons beside 'Add New App'. */
  actions?: ReactNode;
  /** The actions for the selected applications, above the rows, with their dialogs. */
  bulkWork: (list: SelectableList) => ReactNode;
  /** The menu for the whole list, before all other buttons. */
  listMenu?: (list: SelectableList) => ReactNode;
  viewMenu: ViewMenuOf;
};

/** Lists the applications of everybody or of one owner, with their actions (spec, section 2). */
export function AppList(props: Props) {
  const { scope, categories, requestsOf, onDeleted, actions, viewMenu } = props;
  const { role } = scope;
  const client = useQueryClient();
  const listQuery = (query: AppsQuestion) =>
    appListQuery(scope, counts ? { ...query, with: 'usage' } : query);
  const prefetch = (query: TableQuery) => void client.prefetchQuery(listQuery(query));
  const control = useTableState(appTableShapes[role], prefetch);
  const source = useAppFilters(control);
  const countsAll = useIsChosen(control, requestsColumn);
  const countsWithAds = useIsChosen(control, withAdsColumn);
  const counts = countsAll || countsWithAds;
  const result = useQuery(listQuery(control.query));
  const memory = useListMemory(listName(scope));
  useReturnToRow(memory, result.data !== undefined);
  const selecting = useAppSelection(memory.selection, control.query, result);
  const onOpen = useOpenApp(role, memory, control.state.page);
  const form = useDialog<About>();
  const openNew = () => form.open({ app: null });
  const writes = mayWrite();
  useAskedTo('add', writes ? openNew : nothing);
  const app = form.about?.app ?? null;
  // The field that a link asks for, and the opening of the form that the link caused.
  const [asked, setAsked] = useState<{ field?: AppFormField | undefined; visit: number }>();
  const { show, among } = useFormAddress({
    result,
    listQuery,
    openID: form.opened && app ? app.appID : null,
    open(found, name) {
      if (!writes) return;
      setAsked({ field: appFormFields.find((field) => field === name), visit: form.visit + 1 });
      form.open({ app: found });
    },
    close: form.close,
  });
  const { data: newest } = useQuery({
    ...appListQuery(scope, { page: 0, pageSize: 1, sort: '-createdAt' }),
    enabled: form.opened && app === null,
    meta: { errorToast: false },
  });
  const rotation = useDialog<App>();
  const testing = useDialog<App>();
  const connecting = useDialog<App>();
  const deletion = useRowDeletion<AppInList>({
    rowId: ({ appID }) => appID,
    deletion: useDeleteApp(),
    nameToType: ({ appName }) => appName,
    effectOf: ({ delivery }) => deletionEffect(delivery),
    onDeleted(app, message) {
      selecting.list.selection.drop(app.appID);
      onDeleted?.(app, message);
    },
  });

  const neighbours = useNeighbours({ app, among, control, result, listQuery, onOpen: show });
  const row = useStable({
    ...props.rowActions,
    onOpen,
    onEdit: (edited: App) => show(edited),
    onDuplicate: (copyOf: App) => form.open({ app: null, copyOf }),
    onConnect: connecting.open,
    onRotate: rotation.open,
    onTest: testing.open,
    onDelete: may(role, 'delete-apps') ? deletion.askToDelete : undefined,
  });
  const columns = useMemo(() => appColumns(role, selecting.isOn), [role, selecting.isOn]);
  const { selection, where, total } = selecting.list;
  const selectAll =
    selecting.isOn || !total
      ? undefined
      : { count: total, act: () => selection.selectQuery({ where, total }) };
  const addButton = writes && (
    <Button aria-label="Add New App" leftSection={<IconPlus size={16} />} onClick={openNew}>
      Add New App
    </Button>
  );

  return (
    <RowSelectionProvider selection={selecting.list.selection} page={selecting.page}>
      <FilterSourceContext value={source}>
        <AppActionsContext value={row}>
          <DataTable
            label="Applications"
            columns={columns}
            rowId={(app) => app.appID}
            control={control}
            result={result}
            searchPlaceholder="Search for Application..."
            empty={{
              title: 'No applications yet',
              text: 'Each one that is added gets an app ID and a token for its ads.',
              action: addButton,
            }}
            onOpen={onOpen}
            {...(writes && { onEdit: row.onEdit })}
            clickOpens={!selecting.isOn}
            onSelect={selecting.onSelect}
            bar={props.bulkWork(selecting.list)}
            selectAll={selectAll}
            onPrefetch={prefetch}
            viewMenu={viewMenu}
            actions={
              <>
                <SelectButton selection={selecting.list.selection} />
                {props.listMenu?.(selecting.list)}
                {actions}
              </>
            }
            {...(addButton && { primary: addButton })}
          />
        </AppActionsContext>
      </FilterSourceContext>
      <AppFormModal
        role={role}
        opened={form.opened}
        visit={form.visit}
        app={app}
        copyOf={form.about?.copyOf}
        lastApp={newest?.data[0]}
        field={asked?.visit === form.visit ? asked.field : undefined}
        neighbours={neighbours}
        categories={categories}
        requestsOf={requestsOf}
        onConnect={connecting.open}
        onClose={() => (app ? show(null) : form.close())}
      />
      <RotateTokenModal opened={rotation.opened} app={rotation.about} onClose={rotation.close} />
      <TestAdsDrawer
        opened={testing.opened}
        app={testing.about}
        visit={testing.visit}
        onClose={testing.close}
      />
      <ConnectDialog
        opened={connecting.opened}
        app={connecting.about}
        role={scope.role}
        visit={connecting.visit}
        onClose={connecting.close}
      />
      {deletion.modal}
    </RowSelectionProvider>
  );
}

function nothing(): void {}

/** The subject of the form: an app, or a new one, maybe with the values of another. */
type About = { app: App | null; copyOf?: App };
