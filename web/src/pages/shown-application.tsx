import type { App, AppFormField, AppInList } from '@adwarden/contract/apps';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams } from 'react-router';
import { listName } from '../features/apps/apps.api.ts';
import type { CameFrom } from '../features/apps/came-from.ts';
import { AdsNow } from '../features/apps/page/ads-now.tsx';
import { AppHeader } from '../features/apps/page/app-header.tsx';
import { AppSummary } from '../features/apps/page/app-summary.tsx';
import { AppTrail } from '../features/apps/page/app-trail.tsx';
import { usePageNeighbours } from '../features/apps/page/use-page-neighbours.ts';
import { FindingCounts } from '../features/findings/finding-counts.tsx';
import { openFindingsQuery } from '../features/findings/findings.api.ts';
import { pauseApp } from '../features/pauses/dialog/pause-dialog-store.ts';
import { pausesOfAppQuery } from '../features/pauses/pauses.api.ts';
import { PausesOfApp } from '../features/pauses/pauses-of-app.tsx';
import { RequestsToday } from '../features/traffic/requests-today.tsx';
import { appPath, appTabs } from '../lib/app-tabs.ts';
import type { Scope } from '../lib/role.ts';
import { mayWrite } from '../people/may.ts';
import { PageTabs } from '../shell/page-tabs.tsx';
import { rememberOpened } from '../ui/data-table/list-memory.ts';
import { NotLoaded } from '../ui/feedback/not-loaded.tsx';
import { useLetterKeys } from '../ui/letter-keys.ts';
import { tabContents } from './application-tabs.tsx';
import classes from './shown-application.module.css';

const none: never[] = [];

type Props = {
  scope: Scope;
  app: AppInList;
  onEdit: (field?: AppFormField) => void;
  onDuplicate: () => void;
  onRotate: () => void;
};

/** The page of an application that there is. */
export function ShownApplication({ scope, app, onEdit, onDuplicate, onRotate }: Props) {
  const { role } = scope;
  const { appID } = app;
  const { tab: name = appTabs[0].id } = useParams();
  const tab = appTabs.find(({ id }) => id === name)?.id;
  const navigate = useNavigate();
  const findings = useQuery(openFindingsQuery(appID));
  const pauses = useQuery(pausesOfAppQuery(appID));
  const { from, neighbours } = usePageNeighbours({ scope, app, onOpen: openNext });

  function openNext(next: App, state: CameFrom): void {
    if (state.list) rememberOpened(listName(scope), state.list.entry, next.appID);
    void navigate(appPath(role, next.appID, tab), { replace: true, state });
  }
  useLetterKeys(mayWrite() ? { e: () => onEdit() } : {});

  if (!tab) return <Navigate to={appPath(role, appID)} state={from} replace />;
  const Content = tabContents[tab];
  return (
    <div className={classes.page}>
      <AppTrail role={role} from={from} neighbours={neighbours} />
      <AppHeader
        app={app}
        role={role}
        onEdit={() => onEdit()}
        onPause={() => pauseApp(app)}
        onDuplicate={onDuplicate}
        onRotate={onRotate}
      />
      <AppSummary
        ads={<AdsNow app={app} pauses={pauses.data} />}
        requests={
          <RequestsToday
            key={appID}
            appID={appID}
            traffic={appPath(role, appID, 'traffic')}
            connect={appPath(role, appID, 'connect')}
            state={from}
          />
        }
        findings={
          findings.data ? (
            <FindingCounts findings={findings.data} to={appPath(role, appID)} state={from} />
          ) : (
            findings.error && (
              <NotLoaded retrying={findings.isFetching} onRetry={() => findings.refetch()} />
            )
          )
        }
        isPaused={pauses.data ? pauses.data.length > 0 : app.paused && !pauses.error}
        pauses={pauses.data && <PausesOfApp role={role} appID={app.appID} pauses={pauses.data} />}
      />
      <div>
        <PageTabs
          label="Application"
          state={from}
          tabs={appTabs.map(({ id, label }) => ({ label, to: appPath(role, appID, id) }))}
        />
        <Content
          key={`${appID} ${tab}`}
          role={role}
          app={app}
          findings={findings.data ?? (findings.error ? none : undefined)}
          state={from}
          onEdit={onEdit}
          onRotate={onRotate}
        />
      </div>
    </div>
  );
}
