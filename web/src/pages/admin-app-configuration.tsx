import type { AppConfiguration } from '@adwarden/contract/app-configurations';
import { useDeleteConfiguration } from '../features/app-configurations/app-configurations.api.ts';
import { configurationTableShape } from '../features/app-configurations/app-configurations.table-shape.ts';
import { AppSettingCard } from '../features/app-configurations/app-setting-card.tsx';
import { ConfigurationList } from '../features/app-configurations/configuration-list.tsx';
import { useAppSetting } from '../features/app-configurations/use-app-setting.ts';
import { adsUrl } from '../features/apps/ads-url.ts';
import { useBeforeCountries } from '../features/apps/form/findings/use-before-countries.ts';
import { AppIcon } from '../features/apps/list/app-icon.tsx';
import { useRestoreDeleted } from '../features/changes/changes.api.ts';
import { GlobalConfigCards } from '../features/global-config/global-config-cards.tsx';
import { ListWithViews } from '../features/views/list-with-views.tsx';
import { usePanelTitle } from '../lib/document-title.ts';
import { mayWrite } from '../people/may.ts';
import { PageTitle } from '../shell/page-title.tsx';
import { useRowDeletion } from '../ui/data-table/use-row-deletion.tsx';
import { toastUndo } from '../ui/feedback/action-toast.tsx';
import classes from './admin-app-configuration.module.css';

const appDeps = { Icon: AppIcon, adsUrl };

/** /admin/app-configuration (spec, section 2): the countries per app, and the global settings. */
export function AdminAppConfiguration() {
  usePanelTitle('admin', 'App Configuration');
  const { ask, question } = useBeforeCountries();
  const setting = useAppSetting(ask);
  const { mutate: restore } = useRestoreDeleted('app-configuration');

  const deletion = useRowDeletion<AppConfiguration>({
    rowId: ({ appID }) => appID,
    deletion: useDeleteConfiguration(),
    onDeleted: offerUndo,
  });

  function offerUndo({ appID }: AppConfiguration, message: string): void {
    setting.forget(appID);
    toastUndo(message, () => restore(appID));
  }

  return (
    <>
      <PageTitle title="App Configuration" />
      <div className={classes.cards} data-view-only={!mayWrite() || undefined}>
        {mayWrite() && <AppSettingCard setting={setting} onDelete={deletion.askToDelete} />}
        <GlobalConfigCards />
      </div>
      {question}
      {deletion.modal}
      <ListWithViews list="app-configurations" of="admin" shape={configurationTableShape}>
        {(viewMenu) => (
          <ConfigurationList
            appDeps={appDeps}
            onEdit={setting.edit}
            onDelete={deletion.askToDelete}
            viewMenu={viewMenu}
          />
        )}
      </ListWithViews>
    </>
  );
}
