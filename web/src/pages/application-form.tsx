import type { App, AppFormField } from '@adwarden/contract/apps';
import { AppFormModal } from '../features/apps/form/app-form-modal.tsx';
import { useCategoryNames } from '../features/categories/categories.api.ts';
import { AppRequests } from '../features/changes/requests/app-requests.tsx';
import type { Role } from '../lib/role.ts';

/** The subject of the form: an app, maybe at one of its fields, or a new one with the values of another. */
export type FormSubject = { app: App; field?: AppFormField | undefined } | { copyOf: App };

type Props = {
  role: Role;
  opened: boolean;
  visit: number;
  subject: FormSubject;
  onConnect: (app: App) => void;
  onClose: () => void;
};

/** The form of an application on its page. */
export function ApplicationForm({ role, subject, ...dialog }: Props) {
  const categories = useCategoryNames();
  return (
    <AppFormModal
      {...dialog}
      role={role}
      app={'app' in subject ? subject.app : null}
      copyOf={'copyOf' in subject ? subject.copyOf : undefined}
      field={'app' in subject ? subject.field : undefined}
      lastApp={undefined}
      neighbours={undefined}
      categories={categories}
      requestsOf={({ appID }) => <AppRequests of={role} appID={appID} />}
    />
  );
}
