import { Alert, Anchor, Button, Group, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { DiscardQuestion } from '../../ui/form/discard-question.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { StaleEdit } from '../../ui/form/stale-edit.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type AppOption, AppSelect } from './app-select.tsx';
import { CountryField } from './country-field.tsx';
import { useAppSearch } from './use-app-search.ts';
import type { AppSetting } from './use-app-setting.ts';

/** The form for the countries of an app: adding offers the remaining apps, editing the configured ones (spec, section 4). */
export function AppSettingCard({ setting }: { setting: AppSetting }) {
  const { form, submit, saving, failure, guard, editing, chosen, stale } = setting;
  return (
    <Panel
      title="App Setting"
      hint={
        editing ? (
          <>
            The countries of <bdi>{editing.appName}</bdi>.
          </>
        ) : (
          'Where an application shows its ads, once its IP rules are on.'
        )
      }
    >
      <form ref={setting.frame} noValidate onSubmit={submit} aria-busy={saving}>
        {stale && (
          <StaleEdit
            thing="configuration"
            stale={stale}
            differences={stale.differences}
            saving={saving}
            onLoadTheirs={stale.loadTheirs}
            onSaveMine={stale.saveMine}
          />
        )}
        <Stack gap="md">
          <FormFailure failure={failure} />
          <AppField key={setting.visit} setting={setting} />
          <CountryField
            {...form.getInputProps('country')}
            value={form.values.country}
            countries={setting.countries}
          />
          {chosen?.ipAddress === 'off' && (
            <Alert color="yellow" p="sm" role="status">
              The IP rules of <bdi>{chosen.appName}</bdi> are off: its countries are kept, but have
              no effect until its IP Address is ON. <OpenApp app={chosen} />
            </Alert>
          )}
          <Group gap="sm">
            <Button type="submit" loading={saving}>
              Save
            </Button>
            {editing && (
              <Button variant="default" disabled={saving} onClick={() => setting.edit(null)}>
                Cancel
              </Button>
            )}
          </Group>
        </Stack>
      </form>
      <DiscardQuestion opened={guard.asking} onStay={guard.stay} onDiscard={guard.discard} />
    </Panel>
  );
}

/** A component of its own, so that its `key` can reset the search. */
function AppField({ setting }: { setting: AppSetting }) {
  const { form, editing, chosen, edit, choose } = setting;
  const apps = useAppSearch(editing ? 'edit' : 'add');
  const { value: _, ...formField } = form.getInputProps('id');
  return (
    <AppSelect
      {...formField}
      apps={apps}
      chosen={chosen}
      onChange={(app) => {
        const configuration = apps.configurationOf(app) ?? editing;
        if (configuration) edit(configuration);
        else choose(app);
      }}
      none={editing ? 'No application has countries' : 'Every application has countries'}
    />
  );
}

function OpenApp({ app: { appID } }: { app: AppOption }) {
  const query = new URLSearchParams({ search: appID });
  return (
    <Anchor
      component={Link}
      to={`${paths.admin.applicationList}?${query}`}
      fz="inherit"
      underline="always"
    >
      Open the application
    </Anchor>
  );
}
