import type { AppConfiguration } from '@adwarden/contract/app-configurations';
import { Alert, Anchor, Button, Group, Radio, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { CountryField } from '../../ui/countries/country-field.tsx';
import { refusalOf, type Where, whereWords } from '../../ui/countries/typed-countries.ts';
import { DiscardQuestion } from '../../ui/form/discard-question.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { StaleEdit } from '../../ui/form/stale-edit.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type AppOption, AppSelect } from './app-select.tsx';
import { useAppSearch } from './use-app-search.ts';
import type { AppSetting } from './use-app-setting.ts';

const ways = Object.keys(whereWords) as Where[];

type Props = { setting: AppSetting; onDelete: (configuration: AppConfiguration) => void };

/** The form for the countries of an app: adding offers the remaining apps, editing the configured ones (spec, section 4). */
export function AppSettingCard({ setting, onDelete }: Props) {
  const { form, submit, saving, failure, guard, editing, chosen, stale, countries } = setting;
  const isEverywhere = form.values.where === 'everywhere';
  return (
    <Panel
      title="App Setting"
      hint={
        editing ? (
          <>
            The countries of <bdi>{editing.appName}</bdi>.
          </>
        ) : (
          'Where an application shows its ads, once its IP Address is ON.'
        )
      }
    >
      <form ref={setting.frame} noValidate onSubmit={submit} aria-busy={saving}>
        {stale && <StaleEdit thing="configuration" stale={stale} />}
        <Stack gap="md">
          <FormFailure failure={failure} />
          <AppField key={setting.visit} setting={setting} />
          <Radio.Group {...form.getInputProps('where')} aria-label="Where the ads are shown">
            <Stack gap="xs">
              {ways.map((way) => (
                <Radio key={way} value={way} label={whereWords[way]} />
              ))}
            </Stack>
          </Radio.Group>
          {isEverywhere ? (
            <Everywhere editing={editing} />
          ) : (
            <CountryField
              {...form.getInputProps('country')}
              value={form.values.country}
              onChange={setting.type}
              refusal={countries ? refusalOf(countries, form.values) : null}
              countries={countries}
            />
          )}
          {chosen?.ipAddress === 'off' && !isEverywhere && (
            <Alert color="yellow" p="sm" role="status">
              IP Address of <bdi>{chosen.appName}</bdi> is OFF: its countries are kept, but have no
              effect until its IP Address is ON. <OpenApp app={chosen} />
            </Alert>
          )}
          <Group gap="sm">
            {isEverywhere && editing ? (
              <Button color="red" disabled={saving} onClick={() => onDelete(editing)}>
                Delete the countries
              </Button>
            ) : (
              <Button type="submit" loading={saving} disabled={isEverywhere}>
                Save
              </Button>
            )}
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

/** "Everywhere" is no configuration at all, so there is nothing to save (ADR 75). */
function Everywhere({ editing }: Pick<AppSetting, 'editing'>) {
  return (
    <Alert color="blue" p="sm" role="status">
      {editing ? (
        <>
          An application without countries has its ads everywhere: delete the countries of{' '}
          <bdi>{editing.appName}</bdi>.
        </>
      ) : (
        'An application without countries has its ads everywhere already: there is nothing to save.'
      )}
    </Alert>
  );
}

/** Why there is nothing to choose. */
function noneWords(isEditing: boolean, hasConfigured: boolean): string {
  if (isEditing) return 'No application has countries';
  return hasConfigured ? 'Every application has countries' : 'There is no application yet';
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
      none={noneWords(editing !== null, apps.hasConfigured)}
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
