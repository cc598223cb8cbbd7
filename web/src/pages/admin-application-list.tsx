import type { App } from '@adwarden/contract/apps';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrashX } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useOwnerSearch } from '../features/apps/form/fields/use-owner-search.ts';
import { AppList } from '../features/apps/list/app-list.tsx';
import { appTableShapes } from '../features/apps/list/apps.table-shape.ts';
import { BulkWork } from '../features/bulk/bulk-work.tsx';
import type { Original } from '../features/bulk/copies/copies-dialog.tsx';
import { OpenedCopies } from '../features/bulk/copies/opened-copies.tsx';
import { AppListMenu } from '../features/bulk/files/app-list-menu.tsx';
import { useCategoryNames } from '../features/categories/categories.api.ts';
import { useRestoreDeleted } from '../features/changes/changes.api.ts';
import { DeletedDrawer } from '../features/changes/deleted-drawer.tsx';
import { HistoryDrawer } from '../features/changes/history-drawer.tsx';
import { AppRequests } from '../features/changes/requests/app-requests.tsx';
import { pauseApp, pauseApps } from '../features/pauses/dialog/pause-dialog-store.ts';
import { TrafficDrawer } from '../features/traffic/traffic-drawer.tsx';
import { ListWithViews } from '../features/views/list-with-views.tsx';
import { usePanelTitle } from '../lib/document-title.ts';
import { accountPath } from '../lib/paths.ts';
import { PageTitle } from '../shell/page-title.tsx';
import { useDialog } from '../ui/dialog/use-dialog.ts';
import { toastUndo } from '../ui/feedback/action-toast.tsx';

/** All applications, their histories, and the deleted ones (spec, section 2 "Admin application list"). */
export function AdminApplicationList() {
  usePanelTitle('admin', 'Application List');
  const categories = useCategoryNames();
  const history = useDialog<App>();
  const [deletedOpened, deleted] = useDisclosure();
  const traffic = useDialog<App>();
  const copies = useDialog<Original>();
  const { mutate: restore } = useRestoreDeleted('app');
  const navigate = useNavigate();

  function offerUndo({ appID }: App, message: string): void {
    toastUndo(message, () => restore(appID));
  }

  return (
    <>
      <PageTitle title="Application List" />
      <ListWithViews list="apps" of="admin" shape={appTableShapes.admin}>
        {(viewMenu) => (
          <AppList
            scope={{ role: 'admin' }}
            categories={categories}
            rowActions={{
              onTraffic: traffic.open,
              onCopies: copies.open,
              onPause: pauseApp,
              onHistory: history.open,
              onAppAds: (account) => void navigate(accountPath(account)),
            }}
            requestsOf={({ appID }) => <AppRequests of="admin" appID={appID} />}
            listMenu={(list) => (
              <AppListMenu
                of="admin"
                list={list}
                categories={categories.names}
                useOwners={useOwnerSearch}
              />
            )}
            bulkWork={(list) => (
              <BulkWork
                of="admin"
                list={list}
                categories={categories.names}
                useOwners={useOwnerSearch}
                onPauseOne={pauseApp}
                onPauseSome={pauseApps}
              />
            )}
            onDeleted={offerUndo}
            actions={
              <Button
                variant="default"
                leftSection={<IconTrashX size={16} />}
                onClick={deleted.open}
              >
                Deleted
              </Button>
            }
            viewMenu={viewMenu}
          />
        )}
      </ListWithViews>
      <HistoryDrawer
        opened={history.opened}
        app={history.about}
        of="admin"
        onClose={history.close}
      />
      <OpenedCopies of="admin" dialog={copies} />
      <TrafficDrawer
        of="admin"
        opened={traffic.opened}
        app={traffic.about}
        onClose={traffic.close}
      />
      <DeletedDrawer
        opened={deletedOpened}
        onClose={deleted.close}
        entity="app"
        title="Deleted applications"
        hint="A restored application has its old app ID, its tokens and its countries again, so installed copies go on as before."
      />
    </>
  );
}
