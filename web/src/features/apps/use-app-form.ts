import { type App, staleApp } from '@adwarden/contract/apps';
import { useQueryClient } from '@tanstack/react-query';
import { useEffectEvent, useLayoutEffect, useReducer } from 'react';
import { toastSuccess } from '../../lib/toasts.ts';
import { useServerForm } from '../../ui/form/use-server-form.ts';
import { useStaleEdit } from '../../ui/form/use-stale-edit.ts';
import { changedFields } from './app-differences.ts';
import {
  type AppFormValues,
  appFormSchemas,
  emptyAppForm,
  type FormRole,
  fieldsOf,
  formOfApp,
  toAppBody,
} from './app-form-values.ts';
import { mergeApp, useAddApp, useUpdateApp } from './apps.api.ts';
import { defaultIconFile } from './default-icon.ts';

type Options = {
  role: FormRole;
  opened: boolean;
  /** The app that is edited; null for a new one. */
  app: App | null;
  onSaved: () => void;
};

/**
 * The form of the modal: begun anew at each opening, saved as a new app or over the one it began with.
 * When somebody was faster, `stale` says what the app is now, until theirs is loaded or mine is saved.
 */
export function useAppForm({ role, opened, app, onSaved }: Options) {
  const client = useQueryClient();
  const add = useAddApp();
  const update = useUpdateApp();
  const edit = useStaleEdit<App>(null, staleApp);
  const { base, stale, over } = edit;
  const [, redraw] = useReducer((count: number) => count + 1, 0);

  const { form, submit, saving } = useServerForm({
    schema: appFormSchemas[role],
    initialValues: emptyAppForm(),
    // The differences on the screen follow what is typed on.
    onValuesChange: () => stale && redraw(),
    onSubmit: async (sent, typed) => {
      try {
        const { message } = await save(Object.assign({}, typed, sent));
        toastSuccess(message);
        onSaved();
      } catch (error) {
        const current = edit.refused(error);
        if (current) await mergeApp(client, current);
      }
    },
  });

  async function save(values: AppFormValues) {
    if (base && over.current) {
      const fields = edit.isOverTheirs() ? changedFields(role, base, values) : fieldsOf(role);
      const body = toAppBody(values, fields, over.current.version);
      return update.mutateAsync({ appID: base.appID, body });
    }
    const icon = values.icon ?? (await defaultIconFile());
    return add.mutateAsync(toAppBody({ ...values, icon }, fieldsOf(role)));
  }

  function begin(from: App | null): void {
    edit.begin(from);
    form.setInitialValues(from ? formOfApp(from) : emptyAppForm());
    form.reset();
  }

  // Before the first paint of an opening, so that nothing of the last one is seen.
  const onOpened = useEffectEvent(() => begin(app));
  useLayoutEffect(() => {
    if (opened) onOpened();
  }, [opened]);

  return {
    form,
    submit,
    saving,
    base,
    stale,
    loadTheirs: () => stale && begin(stale.current),
    saveMine: () => {
      edit.overwrite();
      submit();
    },
  };
}
