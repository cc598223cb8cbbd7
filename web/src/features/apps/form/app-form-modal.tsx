import type { App, AppFormField } from '@adwarden/contract/apps';
import { IconCalendarClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Role } from '../../../lib/role.ts';
import { showFieldErrors } from '../../../ui/form/form-errors.ts';
import { FormModal } from '../../../ui/form/form-modal.tsx';
import { StaleEdit } from '../../../ui/form/stale-edit.tsx';
import { CutText } from '../../../ui/text/cut-text.tsx';
import { AppIcon } from '../list/app-icon.tsx';
import { ScheduleDialog } from '../schedule/schedule-dialog.tsx';
import { useScheduling } from '../schedule/use-scheduling.ts';
import { AdsHint } from './ads-hint.tsx';
import { differences } from './app-differences.ts';
import { AppForm } from './app-form.tsx';
import type { CategoryChoice } from './fields/category-select.tsx';
import { useOwnerSearch } from './fields/use-owner-search.ts';
import { FormFindings } from './findings/form-findings.tsx';
import { FocusField } from './focus-field.tsx';
import { useAppForm } from './use-app-form.ts';

type Props = {
  role: Role;
  opened: boolean;
  /** The app that is edited; null for a new one. */
  app: App | null;
  /** The field that has the focus at first; the first one unless said otherwise. */
  field?: AppFormField | undefined;
  categories: CategoryChoice;
  /** Shows the open change requests for an app, above its fields. */
  requestsOf: (app: App) => ReactNode;
  onClose: () => void;
};

/** The extra-large modal that adds and edits applications (spec, section 2); it resets whenever it opens. */
export function AppFormModal(props: Props) {
  const { role, opened, app, field, categories, requestsOf, onClose } = props;
  const { form, submit, saving, check, base, stale, loadTheirs, saveMine, ask, question } =
    useAppForm({
      role,
      opened,
      app,
      onSaved: onClose,
    });
  const owner = base?.userID ? { userID: base.userID, fullName: base.fullName } : null;
  const scheduling = useScheduling({ role, form, check, ask, base });
  const owners = useOwnerSearch(opened && role === 'admin');

  return (
    <>
      <FormModal
        opened={opened}
        title={app ? 'Edit Application' : 'Add New Application'}
        about={
          base && (
            <>
              <AppIcon icon={base.icon} appName={base.appName} size={24} />
              <CutText>{base.appName}</CutText>
            </>
          )
        }
        isDirty={form.isDirty}
        saving={saving}
        onSubmit={submit}
        onClose={onClose}
        {...(app && {
          otherSaves: [{ label: 'Schedule…', Icon: IconCalendarClock, act: scheduling.start }],
        })}
      >
        {stale && base && (
          <StaleEdit
            thing="application"
            stale={stale}
            differences={differences(role, {
              base,
              theirs: stale.current,
              mine: form.getValues(),
            })}
            saving={saving}
            onLoadTheirs={loadTheirs}
            onSaveMine={saveMine}
          />
        )}
        {app && requestsOf(app)}
        <AdsHint app={base} />
        <FormFindings role={role} form={form} appID={base?.appID ?? ''}>
          <AppForm
            role={role}
            form={form}
            categories={{ ...categories, names: withOwn(categories.names, base?.category) }}
            owners={owners}
            owner={owner}
            icon={base?.icon ?? ''}
          />
        </FormFindings>
        {field && <FocusField form={form} field={field} />}
      </FormModal>
      {question}
      {scheduling.about && (
        <ScheduleDialog
          key={scheduling.visit}
          opened={scheduling.opened}
          draft={scheduling.about}
          onClose={scheduling.close}
          onScheduled={() => {
            scheduling.close();
            onClose();
          }}
          onFormErrors={(error) => {
            scheduling.close();
            showFieldErrors(form, error);
          }}
        />
      )}
    </>
  );
}

/** The categories to choose from; an app's own one is among them even if it no longer exists. */
function withOwn(categories: readonly string[], own: string | undefined): readonly string[] {
  return own && !categories.includes(own) ? [own, ...categories] : categories;
}
