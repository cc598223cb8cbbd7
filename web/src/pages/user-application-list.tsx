import type { App } from '@adwarden/contract/apps';
import { Button } from '@mantine/core';
import { useOwnerSearch } from '../features/apps/form/fields/use-owner-search.ts';
import { AppList } from '../features/apps/list/app-list.tsx';
import { appTableShapes } from '../features/apps/list/apps.table-shape.ts';
import { BulkWork } from '../features/bulk/bulk-work.tsx';
import type { Original } from '../features/bulk/copies/copies-dialog.tsx';
import { OpenedCopies } from '../features/bulk/copies/opened-copies.tsx';
import { AppListMenu } from '../features/bulk/files/app-list-menu.tsx';
import { useCategoryNames } from '../features/categories/categories.api.ts';
import { HistoryDrawer } from '../features/changes/history-drawer.tsx';
import { AppRequests } from '../features/changes/requests/app-requests.tsx';
import { pauseApp, pauseApps, pauseOwner } from '../features/pauses/dialog/pause-dialog-store.ts';
import { useSession } from '../features/session/use-session.ts';
import { TrafficDrawer } from '../features/traffic/traffic-drawer.tsx';
import { ListWithViews } from '../features/views/list-with-views.tsx';
import { actions } from '../lib/actions.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { ownerOf, scopeOf } from '../people/session-user.ts';
import { PageTitle } from '../shell/page-title.tsx';
import { useDialog } from '../ui/dialog/use-dialog.ts';

/** An owner's own applications (spec, section 2 "User application list"). */
export function UserApplicationList() {
  usePanelTitle('user', 'Application List');
  const session = useSession();
  const categories = useCategoryNames();
  const traffic = useDialog<App>();
  const copies = useDialog<Original>();
  const history = useDialog<App>();
  const user = ownerOf(session?.user);
  if (!session || !user) return null;
  return (
    <>
      <PageTitle title="Application List" />
      <ListWithViews list="apps" of="user" shape={appTableShapes.user}>
        {(viewMenu) => (
          <AppList
            scope={scopeOf(user)}
            categories={categories}
            rowActions={{
              onTraffic: traffic.open,
              onCopies: copies.open,
              onPause: pauseApp,
              onHistory: history.open,
            }}
            requestsOf={({ appID }) => <AppRequests of="user" appID={appID} />}
            listMenu={(list) => (
              <AppListMenu
                of="user"
                list={list}
                categories={categories.names}
                useOwners={useOwnerSearch}
              />
            )}
            bulkWork={(list) => (
              <BulkWork
                of="user"
                list={list}
                categories={categories.names}
                useOwners={useOwnerSearch}
                onPauseOne={pauseApp}
                onPauseSome={pauseApps}
              />
            )}
            actions={
              <Button
                variant="default"
                leftSection={<actions.pauseAll.Icon size={16} />}
                onClick={() => pauseOwner(user)}
              >
                {actions.pauseAll.label}
              </Button>
            }
            viewMenu={viewMenu}
          />
        )}
      </ListWithViews>
      <HistoryDrawer
        opened={history.opened}
        app={history.about}
        of="user"
        onClose={history.close}
      />
      <OpenedCopies of="user" dialog={copies} />
      <TrafficDrawer
        of="user"
        opened={traffic.opened}
        app={traffic.about}
        onClose={traffic.close}
      />
    </>
  );
}
