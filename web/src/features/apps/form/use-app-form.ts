import { type App, staleApp } from '@adwarden/contract/apps';
import { useQueryClient } from '@tanstack/react-query';
import { undoTime } from '../../../lib/delays.ts';
import type { Role } from '../../../lib/role.ts';
import { may } from '../../../people/may.ts';
import { toastWith } from '../../../ui/feedback/action-toast.tsx';
import { useSavedToast } from '../../../ui/feedback/use-saved-toast.ts';
import { focusFirst } from '../../../ui/form/form-errors.ts';
import { useEditForm } from '../../../ui/form/use-edit-form.ts';
import { type Edit, withMerged } from '../../../ui/form/use-stale-edit.ts';
import { ipRulesQuery, mergeApp, useAddApp, useUpdateApp } from '../apps.api.ts';
import { useLaterToast } from '../use-later-toast.ts';
import { changedFields, differences } from './app-differences.ts';
import {
  type AppFormValues,
  appFormSchemas,
  emptyAppForm,
  fieldsOf,
  formOfApp,
  formOfCopy,
  toAppBody,
} from './app-form-values.ts';
import { useCopiedCountries } from './copied-values.tsx';
import { defaultIconFile, savedIconFile } from './fields/default-icon.ts';
import { useBeforeSave } from './findings/use-before-save.tsx';

type Options = {
  role: Role;
  opened: boolean;
  /** Counts the openings of the modal, and the steps to other apps while it is open. */
  visit: number;
  /** The app that is edited; null for a new one. */
  app: App | null;
  /** The app whose values a new one begins with. */
  copyOf: App | undefined;
  onSaved: () => Promise<void>;
  /** Shows how to connect a new app; its toast offers it. */
  onConnect: (app: App) => void;
  /** Why, for the administrator who approves the edit. */
  reason: string;
};

/** The form of the app modal. A new app without an icon gets the default one, a copy the icon of the other app. */
export function useAppForm(options: Options) {
  const { role, opened, visit, app, copyOf, onSaved, onConnect, reason } = options;
  const client = useQueryClient();
  const add = useAddApp(visit);
  const update = useUpdateApp();
  const toastSaved = useSavedToast();
  const toastLater = useLaterToast(role);

  /** The countries of the copied app, '' for none; an owner may not set them. */
  async function countriesOfCopy(): Promise<string> {
    if (!copyOf || !may(role, 'set-ip-rules')) return '';
    return (await client.ensureQueryData(ipRulesQuery(copyOf.appID))).country;
  }

  async function write(values: AppFormValues, edit: Edit<App> | null) {
    if (edit) {
      const { base, over } = edit;
      const fields = over === base ? fieldsOf(role) : changedFields(role, base, values);
      return update.mutateAsync({
        appID: base.appID,
        body: toAppBody(values, fields, {
          version: over.version,
          ...(reason !== '' && { reason }),
        }),
      });
    }
    const icon =
      values.icon ?? (await (copyOf?.icon ? savedIconFile(copyOf.icon) : defaultIconFile()));
    const country = await countriesOfCopy();
    return add.mutateAsync(toAppBody({ ...values, icon }, fieldsOf(role), { country }));
  }

  const { ask, question } = useBeforeSave({
    role,
    opened,
    visit,
    country: useCopiedCountries(role, copyOf),
    focus: (fields) => focusFirst(edited.form, fields),
  });

  const edited = useEditForm({
    opened,
    visit,
    thing: app,
    schema: () => appFormSchemas[role],
    valuesOf(from) {
      if (from) return formOfApp(from);
      return copyOf ? formOfCopy(copyOf) : emptyAppForm();
    },
    refusal: staleApp,
    differences: (of) => differences(role, of),
    async save(sent, typed, edit) {
      const values = Object.assign({}, typed, sent);
      if (!(await ask(edit?.over ?? null, valuesAfter(role, values, edit)))) return;
      const { message, data } = await write(values, edit);
      if ('changeRequest' in data) toastLater(message, data.changeRequest, edit?.merged);
      else if (edit) toastSaved({ message: withMerged(message, edit), data }, edit.over);
      else toastWith(message, { label: 'Connect', act: () => onConnect(data) }, { time: undoTime });
      await onSaved();
    },
    onStale: (current) => mergeApp(client, current),
  });
  return { ...edited, ask, question };
}

/**
 * The values of the app after the save. When somebody else has saved the app meanwhile, only the fields that were changed
 * in this form replace theirs.
 */
function valuesAfter(role: Role, values: AppFormValues, edit: Edit<App> | null): AppFormValues {
  if (!edit || edit.over === edit.base) return values;
  const changed = changedFields(role, edit.base, values);
  const mine = Object.fromEntries(changed.map((name) => [name, values[name]]));
  return { ...formOfApp(edit.over), ...mine };
}
