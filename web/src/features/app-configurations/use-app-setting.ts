import type { AppConfiguration } from '@adwarden/contract/app-configurations';
import { useMemo, useRef, useState } from 'react';
import { toastSuccess } from '../../lib/toasts.ts';
import { useServerForm } from '../../ui/form/use-server-form.ts';
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.ts';
import { useAddConfiguration, useUpdateConfiguration } from './app-configurations.api.ts';
import type { AppOption } from './app-select.tsx';
import { appSettingSchema } from './app-setting-schema.ts';
import { useCountries } from './use-countries.ts';

export type AppSetting = ReturnType<typeof useAppSetting>;

const empty = { id: '', country: '' };

/** The App Setting card's state: adding, or editing one configuration (spec, section 4 "Configuration flow"). */
export function useAppSetting() {
  const countries = useCountries();
  const schema = useMemo(() => appSettingSchema(countries), [countries]);
  const [editing, setEditing] = useState<AppConfiguration | null>(null);
  const [chosen, setChosen] = useState<AppOption | null>(null);
  const [visit, setVisit] = useState(0);
  const next = useRef<AppConfiguration | null>(null);
  const add = useAddConfiguration();
  const update = useUpdateConfiguration();

  const { form, submit, saving } = useServerForm({
    schema,
    mode: 'controlled',
    initialValues: empty,
    onSubmit: async (setting) => {
      const save = editing ? update.mutateAsync : add.mutateAsync;
      const { message } = await save({ ...setting, appName: chosen?.appName });
      toastSuccess(message);
      begin(null);
    },
  });
  const guard = useUnsavedGuard(true, form.isDirty, () => begin(next.current));

  function begin(configuration: AppConfiguration | null): void {
    const { appID: id = '', country = '' } = configuration ?? {};
    form.setInitialValues({ id, country });
    form.reset();
    setEditing(configuration);
    setChosen(configuration);
    setVisit((count) => count + 1);
    if (!configuration) return;
    requestAnimationFrame(() => {
      const field = form.getInputNode<HTMLTextAreaElement, string>('country');
      field?.focus();
      field?.scrollIntoView({ block: 'center' });
    });
  }

  return {
    form,
    submit,
    saving,
    guard,
    countries,
    editing,
    chosen,
    /** Counts the beginnings: a key for what must begin anew with the form. */
    visit,
    /** Edits a configuration, or begins a new one for null; asks first when something would be lost. */
    edit: (configuration: AppConfiguration | null) => {
      next.current = configuration;
      guard.leave();
    },
    /** Begins anew when what is edited has been deleted. */
    forget: (appID: string) => {
      if (editing?.appID === appID) begin(null);
    },
    choose: (app: AppOption | null) => {
      setChosen(app);
      form.setFieldValue('id', app?.appID ?? '');
    },
  };
}
