import {
  type AppConfiguration,
  staleAppConfiguration,
} from '@adwarden/contract/app-configurations';
import { countriesInWords } from '@adwarden/contract/country-rule';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { asText, typedFrom, type Where, whenTyped } from '../../ui/countries/typed-countries.ts';
import { useCountries } from '../../ui/countries/use-countries.ts';
import { useReturnFocus } from '../../ui/dialog/use-return-focus.ts';
import { useSavedToast } from '../../ui/feedback/use-saved-toast.ts';
import type { StaleField } from '../../ui/form/stale-edit.tsx';
import { useServerForm } from '../../ui/form/use-server-form.ts';
import { type Edit, useStaleEdit, withMerged } from '../../ui/form/use-stale-edit.ts';
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.ts';
import {
  useAddConfiguration,
  useRefresh,
  useUpdateConfiguration,
} from './app-configurations.api.ts';
import type { AppOption } from './app-select.tsx';
import { appSettingSchema } from './app-setting-schema.ts';

export type AppSetting = ReturnType<typeof useAppSetting>;

const empty = { id: '', where: 'only' as Where, country: '' };

/**
 * The App Setting card's state: adding, or editing one configuration (spec, section 4 "Configuration flow"). `ask` is
 * called before a save, and resolves to false to go back to the card.
 */
export function useAppSetting(ask: (appID: string, country: string) => Promise<boolean>) {
  const countries = useCountries();
  const schema = useMemo(() => appSettingSchema(countries), [countries]);
  const refresh = useRefresh();
  const stale = useStaleEdit<AppConfiguration, CountryForm>(null, {
    schema: staleAppConfiguration,
    differences: countryDifference,
    onStale: () => void refresh(),
  });
  const editing = stale.base;
  const [chosen, setChosen] = useState<AppOption | null>(null);
  const [visit, setVisit] = useState(0);
  const frame = useRef<HTMLFormElement>(null);
  const next = useRef<AppConfiguration | null>(null);
  // After an edit, the focus goes back to the menu of the row, as if the card were a dialog.
  useReturnFocus(editing?.appID, () => frame.current);
  const add = useAddConfiguration(`${visit} ${chosen?.appID}`);
  const update = useUpdateConfiguration();
  const toastSaved = useSavedToast();

  const { form, submit, saving, failure, clearFailure } = useServerForm({
    schema,
    mode: 'controlled',
    initialValues: empty,
    onSubmit: async (setting) => {
      if (!(await ask(setting.id, setting.country))) return focusCountry();
      const payload = { ...setting, appName: chosen?.appName };
      if (!editing) return saved(await add.mutateAsync(payload), null);
      await stale.save(editing, setting, async (edit) => {
        const { version } = edit.over;
        // If the countries were not changed here, keep what somebody else saved.
        const isTheirs = edit.over !== editing && setting.country === editing.country;
        const country = isTheirs ? undefined : setting.country;
        saved(await update.mutateAsync({ ...payload, country, version }), edit);
      });
    },
  });
  const guard = useUnsavedGuard(true, form.isDirty, () => begin(next.current));

  type Saved = { message: string; data: AppConfiguration };
  function saved({ message, data }: Saved, edit: Edit<AppConfiguration> | null): void {
    const effect = data.ipAddress === 'off' ? '. No effect yet: IP Address of this app is OFF' : '';
    const said = edit ? withMerged(message, edit) : message;
    toastSaved({ message: said + effect, data }, edit?.over ?? null);
    begin(null);
  }

  /** After the question has given the focus back, and the card is enabled again. */
  function focusCountry(): void {
    setTimeout(() => form.getInputNode<HTMLTextAreaElement, string>('country')?.focus());
  }

  function begin(configuration: AppConfiguration | null): void {
    const { appID: id = '', country = '' } = configuration ?? {};
    form.setInitialValues({ id, ...typedFrom(country) });
    form.reset();
    clearFailure();
    stale.begin(configuration);
    setChosen(configuration);
    setVisit((count) => count + 1);
    if (!configuration) return;
    requestAnimationFrame(() => {
      const field = form.getInputNode<HTMLTextAreaElement, string>('country');
      field?.focus();
      field?.scrollIntoView({ block: 'center' });
    });
  }

  function submitChosen(event?: FormEvent<HTMLFormElement>): void {
    const theirs = stale.stale?.current.country;
    if (theirs !== undefined && stale.chosenTheirs().length > 0) {
      form.setValues(typedFrom(theirs));
    }
    submit(event);
  }

  return {
    form,
    submit: submitChosen,
    saving,
    failure,
    guard,
    /** Ref for the card's form element. */
    frame,
    countries,
    editing,
    chosen,
    /** Set after a stale edit, for `StaleEdit`. */
    stale: stale.stale &&
      editing && {
        ...stale.stale,
        choices: stale.choices,
        choose: stale.choose,
        differences: countryDifference({
          base: editing,
          theirs: stale.stale.current,
          mine: { country: asText(form.values) },
        }),
      },
    /** Changes whenever the form is reset: a `key` for what must be reset with it. */
    visit,
    /** Edits a configuration, or adds one for null; asks first if unsaved changes would be lost. */
    edit: (configuration: AppConfiguration | null) => {
      next.current = configuration;
      guard.leave();
    },
    /** Resets the form if this app's configuration is in it, because it was deleted. */
    forget: (appID: string) => {
      if (editing?.appID === appID) begin(null);
    },
    /** Takes what was typed; a list that excepts countries says so by its signs. */
    type: (text: string) => form.setValues(whenTyped(form.values.where, text)),
    choose: (app: AppOption | null) => {
      setChosen(app);
      form.setFieldValue('id', app?.appID ?? '');
    },
  };
}

type CountryForm = { country: string };
type Countries = { base: AppConfiguration; theirs: AppConfiguration; mine: CountryForm };

function countryDifference({ base, theirs, mine }: Countries): StaleField[] {
  if (theirs.country === mine.country) return [];
  const isMine = mine.country !== base.country;
  return [
    {
      field: 'country',
      label: 'Country',
      theirs: countriesInWords(theirs.country),
      mine: isMine ? countriesInWords(mine.country) : null,
      clash: isMine && theirs.country !== base.country,
    },
  ];
}
