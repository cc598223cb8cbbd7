import type { App, StaleApp } from '@adwarden/contract/apps';
import { useQueryClient } from '@tanstack/react-query';
import { useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import { useServerForm } from '../../ui/form/use-server-form.ts';
import { changedFields, staleEditOf } from './app-differences.ts';
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
  const [stale, setStale] = useState<StaleApp | null>(null);
  /** What the form began with. */
  const [base, setBase] = useState<App | null>(null);
  /** What a save goes over: the app the form began with, or somebody's newer one once that was seen. */
  const over = useRef<App>(null);
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
        const conflict = staleEditOf(error);
        if (!conflict) return tell(error);
        over.current = base;
        mergeApp(client, conflict.current);
        setStale(conflict);
      }
    },
  });

  async function save(values: AppFormValues) {
    if (base && over.current) {
      // Over somebody's newer version goes only what was changed here: the rest of theirs stays.
      const isTheirs = over.current !== base;
      const fields = isTheirs ? changedFields(role, base, values) : fieldsOf(role);
      const body = toAppBody(values, fields, over.current.version);
      return update.mutateAsync({ appID: base.appID, body });
    }
    const icon = values.icon ?? (await defaultIconFile());
    return add.mutateAsync(toAppBody({ ...values, icon }, fieldsOf(role)));
  }

  function begin(from: App | null): void {
    setStale(null);
    setBase(from);
    over.current = from;
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
      over.current = stale?.current ?? null;
      submit();
    },
  };
}

/** Every failed save is told (spec, section 8); a refusal goes on to its fields. */
function tell(error: unknown): void {
  if (!(error instanceof ApiError && error.sessionOver)) toastError(messageOf(error));
  if (error instanceof ApiError) throw error;
}
