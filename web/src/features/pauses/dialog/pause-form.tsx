import { limits } from '@adwarden/contract/limits';
import type { PauseScope } from '@adwarden/contract/pauses/pauses';
import { Autocomplete, NativeSelect, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { usualMoments } from '../../../lib/moment-input.ts';
import type { Scope } from '../../../lib/role.ts';
import { momentInWords, usualMomentInside } from '../../../lib/words/moment-words.ts';
import { pauseScopeWords } from '../../../lib/words/words.ts';
import { MomentField } from '../../../ui/form/moment-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { tooLong } from '../../../ui/form/too-long.ts';
import { pausableScopes } from '../pause-rules.ts';
import type { Pausable } from './pausable.api.ts';
import { PausableSelect } from './pausable-select.tsx';
import type { PauseDraft } from './pause-dialog-store.ts';
import { type Ending, endOf, type PauseFormValues } from './pause-form-values.ts';
import type { PausableChoices } from './use-pausable.ts';

type FormApi = UseFormReturnType<PauseFormValues>;
type Props = {
  form: FormApi;
  who: Scope;
  /** The first values of the dialog. "Some apps" can be chosen only where they were selected. */
  draft: PauseDraft;
  choices: PausableChoices;
  /** The app or the owner that is chosen. */
  chosen: Pausable | null;
  onChoose: (next: Pausable | null) => void;
  /** Whether the pause has a target from the start; then the reason gets the focus. */
  isAimed: boolean;
};

/** The field that a pause of each scope has; null: its target is known. */
const fieldOf: Record<PauseScope, 'account' | 'app' | 'owner' | null> = {
  all: null,
  account: 'account',
  owner: 'owner',
  app: 'app',
  apps: null,
};

/** The fields of a new pause: what it stops, why, and until when. */
export function PauseForm({ form, who, draft, choices, chosen, onChoose, isAimed }: Props) {
  const { scope } = form.values;
  const field = fieldOf[scope];
  const isOwner = 'userID' in who;
  const scopes = pausableScopes[who.role].filter((one) => one !== 'apps' || draft.appIDs);
  const labels: Record<PauseScope, string> = {
    ...pauseScopeWords,
    ...(isOwner && { owner: 'All my apps' }),
    ...(draft.appIDs && { apps: draft.label }),
  };
  const autofocus = (on: boolean) => (on ? { 'data-autofocus': true } : {});
  return (
    <Stack gap="md">
      {scopes.length > 1 && (
        <NativeSelect
          {...form.getInputProps('scope')}
          label="What to pause"
          data={scopes.map((value) => ({ value, label: labels[value] }))}
          onChange={(event) => {
            form.getInputProps('scope').onChange(event);
            const isOwn = isOwner && event.currentTarget.value === 'owner';
            form.setFieldValue('value', isOwn ? who.id : '');
            form.clearFieldError('value');
            onChoose(null);
          }}
          {...autofocus(!isAimed)}
        />
      )}
      {field === 'account' && (
        <Autocomplete
          {...form.getInputProps('value')}
          label="Account Name"
          description="All of its apps, also those that are added later."
          withAsterisk
          error={tooLong(form.getValues().value, limits.text.accountName) ?? form.errors.value}
          data={[...choices.accounts]}
          // The server has searched already; it finds more than JavaScript's comparison would.
          filter={({ options }) => options}
          dir="auto"
          comboboxProps={{ withinPortal: false }}
        />
      )}
      {(field === 'app' || (field === 'owner' && !isOwner)) && (
        <PausableSelect
          key={scope}
          {...form.getInputProps('value')}
          {...(field === 'app'
            ? {
                label: 'Application',
                placeholder: 'Select Application',
                found: choices.apps,
                unmatched: 'Choose an application from the list',
                nothing: 'No application matches',
              }
            : {
                label: 'Owner',
                placeholder: 'Select Owner',
                found: choices.owners,
                unmatched: 'Choose an owner from the list',
                nothing: 'No owner matches',
              })}
          chosen={chosen}
          onChange={(next) => {
            onChoose(next);
            form.setFieldValue('value', next?.value ?? '');
          }}
          {...autofocus(!isAimed && scopes.length === 1)}
        />
      )}
      <TextField
        {...form.getInputProps('reason')}
        label="Reason"
        description="The banner, the list of pauses and the audit log show it."
        withAsterisk
        limit={limits.text.reason}
        dir="auto"
        autoComplete="off"
        {...autofocus(isAimed)}
      />
      <Ends form={form} />
    </Stack>
  );
}

/** Says when the ads are on again, with the moment repeated in words. */
function Ends({ form }: { form: FormApi }) {
  const { ends, until } = form.values;
  const now = Date.now();
  const end = endOf({ ends, until }, now);
  const words = end !== null && end > now ? momentInWords(end, now) : null;
  const options: { value: Ending; label: string }[] = [
    { value: 'never', label: 'Until I resume' },
    ...usualMoments(now).map((moment) => ({
      value: moment.name,
      label: moment.name === 'hour' ? 'For 1 hour' : `Until ${usualMomentInside(moment, now)}`,
    })),
    { value: 'at', label: 'Until a date and time…' },
  ];
  const isTyped = ends === 'at';
  return (
    <>
      <NativeSelect
        {...form.getInputProps('ends')}
        label="How long"
        data={options}
        description={isTyped ? undefined : words}
      />
      {isTyped && <MomentField {...form.getInputProps('until')} />}
    </>
  );
}
