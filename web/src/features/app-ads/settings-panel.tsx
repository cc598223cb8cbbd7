import { type Account, staleAccount } from '@adwarden/contract/app-ads/app-ads';
import { fieldNames } from '@adwarden/contract/field-names';
import { limits } from '@adwarden/contract/limits';
import { Button, Stack } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSavedToast } from '../../ui/feedback/use-saved-toast.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { StaleEdit } from '../../ui/form/stale-edit.tsx';
import { TextArea, TextField } from '../../ui/form/text-field.tsx';
import { useEditForm } from '../../ui/form/use-edit-form.ts';
import { withMerged } from '../../ui/form/use-stale-edit.ts';
import { Panel } from '../../ui/panel.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';
import {
  accountDifferences,
  accountForm,
  accountPayload,
  formValuesOf,
} from './account-form-values.ts';
import { useUpdateAccount } from './app-ads.api.ts';
import classes from './app-ads.module.css';

/** The site of an account, and the lines that its file has besides those of the ad units. */
export function SettingsPanel({ account }: { account: Account }) {
  const update = useUpdateAccount(account.account);
  const toastSaved = useSavedToast();
  /** The account that the form began with. While nothing is typed, it follows what others save. */
  const [seen, setSeen] = useState(account);
  const { form, submit, saving, failure, stale } = useEditForm({
    opened: true,
    visit: seen.version,
    thing: seen,
    schema: () => accountForm,
    valuesOf: formValuesOf,
    refusal: staleAccount,
    differences: accountDifferences,
    async save(sent, _, edit) {
      if (!edit) return;
      const saved = await update.mutateAsync(accountPayload(sent, edit));
      toastSaved({ ...saved, message: withMerged(saved.message, edit) }, edit.over);
      setSeen(saved.data);
    },
    onStale: async () => {},
  });
  useUnsaved(true, form.isDirty);
  const onVersion = useEffectEvent(() => {
    if (!form.isDirty()) setSeen(account);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new version is looked at once
  useEffect(() => onVersion(), [account.version]);

  return (
    <Panel title="Site and further lines">
      <form noValidate onSubmit={submit} aria-busy={saving}>
        {stale && <StaleEdit thing="account" stale={stale} />}
        <Stack gap="md">
          <FormFailure failure={failure} />
          <TextField
            key={form.key('site')}
            {...form.getInputProps('site')}
            label={fieldNames.site}
            description="The domain that the store names as the developer’s, such as example.com. Ad systems look at its top, without “www.”."
            limit={limits.text.site}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <TextArea
            key={form.key('extraLines')}
            {...form.getInputProps('extraLines')}
            label={fieldNames.extraLines}
            description="Lines of other networks, as they give them to you, and variables such as contact=ads@example.com."
            limit={limits.text.extraLines}
            autosize
            minRows={6}
            maxRows={18}
            classNames={{ input: classes.extraLines ?? '' }}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <div>
            <Button type="submit" loading={saving}>
              Save
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}
