import type { App, AppFormField } from '@adwarden/contract/apps';
import { limits } from '@adwarden/contract/limits';
import { IconCalendarClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Role } from '../../../lib/role.ts';
import { may } from '../../../people/may.ts';
import { showFieldErrors } from '../../../ui/form/form-errors.ts';
import { FormModal, savesAndGoesOn } from '../../../ui/form/form-modal.tsx';
import type { Find, Neighbours } from '../../../ui/form/form-neighbours.tsx';
import { StaleEdit } from '../../../ui/form/stale-edit.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { CutText } from '../../../ui/text/cut-text.tsx';
import { needsApprovalQuery } from '../apps.api.ts';
import { AppIcon } from '../list/app-icon.tsx';
import { ScheduleDialog } from '../schedule/schedule-dialog.tsx';
import { useScheduling } from '../schedule/use-scheduling.ts';
import { AppForm } from './app-form.tsx';
import { jumpByKey } from './app-form-jump.ts';
import { useCopiedCountries } from './copied-values.tsx';
import type { AppFormApi } from './fields/app-form-field.ts';
import type { CategoryChoice } from './fields/category-select.tsx';
import { useOwnerSearch } from './fields/use-owner-search.ts';
import { FormFindings } from './findings/form-findings.tsx';
import { focusedField, ReturnToField } from './return-to-field.tsx';
import { useAppForm } from './use-app-form.ts';

type Props = {
  role: Role;
  opened: boolean;
  /** Counts the openings, and the steps to other apps. */
  visit: number;
  /** The app that is edited; null for a new one. */
  app: App | null;
  /** The app whose values a new one begins with. */
  copyOf: App | undefined;
  /** The app that was added last; undefined where there is none. */
  lastApp: App | undefined;
  /** The field that has the focus at first; the first one unless said otherwise. */
  field?: AppFormField | undefined;
  /** The apps before and after this one in the list. */
  neighbours: Neighbours | undefined;
  categories: CategoryChoice;
  /** Shows the open change requests for an app, above its fields. */
  requestsOf: (app: App) => ReactNode;
  /** Shows how to connect an app. */
  onConnect: (app: App) => void;
  onClose: () => void;
};

/** The extra-large modal that adds and edits applications (spec, section 2); it resets whenever it opens. */
export function AppFormModal(props: Props) {
  const { role, opened, visit, app, copyOf, lastApp, field, neighbours, categories, requestsOf } =
    props;
  const { onConnect, onClose } = props;
  // The save may have taken the app out of the list, so the neighbours are those of the last render.
  const latest = useRef(neighbours);
  latest.current = neighbours;
  const goesOn = useRef(false);
  const [typed, setTyped] = useState({ visit, reason: '' });
  const reason = typed.visit === visit ? typed.reason : '';
  const isEditOfOwner = !may(role, 'decide-changes') && app !== null;
  const approval = useQuery({ ...needsApprovalQuery, enabled: opened && isEditOfOwner });
  const isForApproval = isEditOfOwner && approval.data === true;
  const { form, submit, saving, check, failure, base, stale, ask, question } = useAppForm({
    role,
    opened,
    visit,
    app,
    copyOf,
    async onSaved() {
      const find = goesOn.current && keepingField(latest.current?.next ?? null);
      const open = find ? await find() : null;
      (open ?? onClose)();
    },
    onConnect,
    reason: isForApproval ? reason.trim() : '',
  });
  const from = base ?? copyOf;
  const owner = from?.userID ? { userID: from.userID, fullName: from.fullName } : null;
  const lastField = useRef<AppFormField | null>(null);
  /** Notes which field has the focus, before a step to another app. */
  const keepingField = (find: Find | null): Find | null =>
    find &&
    (async () => {
      const step = await find();
      if (!step) return null;
      return () => {
        lastField.current = focusedField();
        step();
      };
    });
  const scheduling = useScheduling({ role, form, check, ask, base });
  const copiedCountries = useCopiedCountries(role, copyOf);
  const owners = useOwnerSearch(opened && may(role, 'set-owner'));

  return (
    <>
      <FormModal
        opened={opened}
        title={app ? 'Edit Application' : 'Add New Application'}
        about={
          from && (
            <>
              <AppIcon icon={from.icon} appName={from.appName} size={24} />
              <CutText>{base ? from.appName : `Copy of ${from.appName}`}</CutText>
            </>
          )
        }
        neighbours={
          neighbours && {
            ...neighbours,
            previous: keepingField(neighbours.previous),
            next: keepingField(neighbours.next),
          }
        }
        isDirty={form.isDirty}
        saving={saving}
        failure={failure}
        onSubmit={(event) => {
          goesOn.current = savesAndGoesOn(event);
          submit(event);
        }}
        onClose={onClose}
        onKeyDown={jumpByKey}
        hasNext={neighbours?.next != null}
        {...(isForApproval && {
          submit: { label: 'Send for approval' },
          footer: (
            <TextField
              aria-label="Reason"
              placeholder="Reason, for the administrator"
              limit={limits.text.reason}
              value={reason}
              onChange={(event) => setTyped({ visit, reason: event.currentTarget.value })}
            />
          ),
        })}
        {...(app && {
          otherSaves: [{ label: 'Schedule…', Icon: IconCalendarClock, act: scheduling.start }],
        })}
      >
        {stale && <StaleEdit thing="application" stale={stale} />}
        {app && requestsOf(app)}
        {/* The inputs and the findings keep a state of their own: they begin anew with each app. */}
        <Fragment key={base?.appID ?? `new ${visit}`}>
          <FormFindings role={role} form={form} appID={base?.appID ?? ''} country={copiedCountries}>
            <AppForm
              role={role}
              form={form}
              categories={{ ...categories, names: withOwn(categories.names, from?.category) }}
              owners={owners}
              owner={owner}
              icon={from?.icon ?? ''}
              copyOf={copyOf}
              app={base}
              lastApp={app || copyOf ? undefined : lastApp}
            />
          </FormFindings>
          <ReturnToField form={form} field={lastField} />
          {field && <FocusField form={form} field={field} />}
        </Fragment>
      </FormModal>
      {question}
      {scheduling.about && (
        <ScheduleDialog
          key={scheduling.visit}
          role={role}
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

/**
 * Gives a field the focus when the dialog opens, instead of the first one, and scrolls to it. Nothing happens if the
 * form of this role does not have the field. Mantine's focus trap focuses the element with `data-autofocus`.
 */
function FocusField({ form, field }: { form: AppFormApi; field: AppFormField }) {
  const onOpened = useEffectEvent(() => {
    const input = form.getInputNode<HTMLElement, AppFormField>(field);
    if (!input) return;
    for (const other of input.closest('form')?.querySelectorAll('[data-autofocus]') ?? []) {
      other.removeAttribute('data-autofocus');
    }
    input.setAttribute('data-autofocus', 'true');
    input.scrollIntoView({ block: 'center' });
  });
  useLayoutEffect(() => onOpened(), []);
  return null;
}
