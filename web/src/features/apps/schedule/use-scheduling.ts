import type { App } from '@adwarden/contract/apps';
import type { Role } from '../../../lib/role.ts';
import { toastError } from '../../../lib/toasts.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.ts';
import type { StaleField } from '../../../ui/form/stale-edit.tsx';
import type { ScheduledEdit } from '../apps.api.ts';
import { changedFields, differences } from '../form/app-differences.ts';
import type { AppFormValues } from '../form/app-form-values.ts';
import type { AppFormApi } from '../form/fields/app-form-field.ts';

/** An edit that is to be applied later. */
export type ScheduleDraft = {
  app: Pick<App, 'appID' | 'appName'>;
  changes: ScheduledEdit['changes'];
  differences: readonly StaleField[];
};

type Options = {
  role: Role;
  form: AppFormApi;
  /** Checks the form and shows its errors. */
  check: () => boolean;
  /** Asks what is asked before a save; resolves to false to go back to the form. */
  ask: (before: App, after: AppFormValues, verb: 'Schedule') => Promise<boolean>;
  /** The app as it was when the form was opened. */
  base: App | null;
};

/** The dialog that schedules what was changed in the form of an app. */
export function useScheduling({ role, form, check, ask, base }: Options) {
  const dialog = useDialog<ScheduleDraft>();

  /** Opens the dialog, unless the form has errors, a new icon, or no change. */
  async function start(): Promise<void> {
    if (!base) return;
    const mine = form.getValues();
    if (mine.icon) {
      const message = 'An icon cannot be scheduled: save it at once, or leave it as it was';
      form.setFieldError('icon', message);
      form.getInputNode('icon')?.focus();
      return;
    }
    if (!check()) return;
    const fields = changedFields(role, base, mine);
    if (fields.length === 0) {
      toastError('Nothing is changed yet: change the fields first, then schedule that');
      return;
    }
    if (!(await ask(base, mine, 'Schedule'))) return;
    const { appID, appName } = base;
    dialog.open({
      app: { appID, appName },
      changes: Object.fromEntries(fields.map((field) => [field, mine[field].trim()])),
      differences: differences(role, { base, theirs: base, mine }),
    });
  }

  return { ...dialog, start };
}
