import type { App, AppFormField } from '@adwarden/contract/apps';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { appQuery } from '../features/apps/apps.api.ts';
import { useSession } from '../features/session/use-session.ts';
import { isRefusal, messageOf } from '../lib/api-error.ts';
import { appPath } from '../lib/app-tabs.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { paths } from '../lib/paths.ts';
import type { Scope } from '../lib/role.ts';
import { may } from '../people/may.ts';
import { scopeOf } from '../people/session-user.ts';
import { PageTitle } from '../shell/page-title.tsx';
import { useDialog } from '../ui/dialog/use-dialog.ts';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { ErrorPanel } from '../ui/feedback/error-panel.tsx';
import { Loading } from '../ui/feedback/loading.tsx';
import { lazyDialog } from '../ui/lazy-part.tsx';
import type { FormSubject } from './application-form.tsx';
import { ShownApplication } from './shown-application.tsx';

const ApplicationForm = lazyDialog(
  async () => (await import('./application-form.tsx')).ApplicationForm,
);
const RotateTokenModal = lazyDialog(
  async () => (await import('../features/apps/tokens/rotate-token-modal.tsx')).RotateTokenModal,
);

/**
 * /admin/application/{appID}, any application, and /application/{appID}, an own one of an owner: what it is, how it is doing, and its
 * tabs, each with its own address. Its dialogs stay open when somebody else deletes the application, so that nothing that is typed is
 * lost.
 */
export function ApplicationPage() {
  const user = useSession()?.user;
  return user && <WithScope scope={scopeOf(user)} />;
}

function WithScope({ scope }: { scope: Scope }) {
  const { role } = scope;
  const navigate = useNavigate();
  const form = useDialog<FormSubject>();
  const rotation = useDialog<App>();
  return (
    <>
      <Content
        scope={scope}
        onEdit={(app, field) => form.open({ app, field })}
        onDuplicate={(app) => form.open({ copyOf: app })}
        onRotate={rotation.open}
      />
      {form.about && (
        <ApplicationForm
          role={role}
          opened={form.opened}
          visit={form.visit}
          subject={form.about}
          onConnect={({ appID }) => void navigate(appPath(role, appID, 'connect'))}
          onClose={form.close}
        />
      )}
      <RotateTokenModal opened={rotation.opened} app={rotation.about} onClose={rotation.close} />
    </>
  );
}

type ContentProps = {
  scope: Scope;
  onEdit: (app: App, field?: AppFormField) => void;
  onDuplicate: (app: App) => void;
  onRotate: (app: App) => void;
};

function Content({ scope, onEdit, onDuplicate, onRotate }: ContentProps) {
  const { appID = '' } = useParams();
  const client = useQueryClient();
  const { data: app, error, isFetching, refetch } = useQuery(appQuery(client, scope, appID));
  usePanelTitle(scope.role, app?.appName ?? 'Application');
  if (app) {
    return (
      <ShownApplication
        scope={scope}
        app={app}
        onEdit={(field) => onEdit(app, field)}
        onDuplicate={() => onDuplicate(app)}
        onRotate={() => onRotate(app)}
      />
    );
  }
  // An address that no ID can have is refused.
  if (app === null || (isRefusal(error) && error.status === 400)) {
    return <NoSuchApplication scope={scope} />;
  }
  return (
    <>
      <PageTitle title="Application" />
      {error ? (
        <ErrorPanel message={messageOf(error)} retrying={isFetching} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </>
  );
}

/** The same for an ID that no application has, for that of a deleted one, and for that of somebody else's. */
function NoSuchApplication({ scope: { role } }: { scope: Scope }) {
  return (
    <>
      <PageTitle title="Application not found" />
      <EmptyState
        kind="no-match"
        title={
          may(role, 'see-all')
            ? 'There is no application with this address'
            : 'None of your applications has this address'
        }
        action={
          <Button component={Link} to={paths[role].applicationList} variant="default">
            Application List
          </Button>
        }
      >
        {may(role, 'see-all') && 'If it was deleted, “Deleted” above the list brings it back.'}
      </EmptyState>
    </>
  );
}
