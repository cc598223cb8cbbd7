import * as countries from '@adwarden/contract/countries';
import { Button, Stack, TextInput } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { z } from 'zod';
import { CountryField } from '../countries/country-field.tsx';
import { FindSelect } from '../form/find-select.tsx';
import { MomentField } from '../form/moment-field.tsx';
import { PasswordField } from '../form/password-field.tsx';
import { SearchSelect } from '../form/search-select.tsx';
import { SelectField } from '../form/select-field.tsx';
import { StaleEdit } from '../form/stale-edit.tsx';
import { SuggestField } from '../form/suggest-field.tsx';
import { useServerForm } from '../form/use-server-form.ts';
import { errorIn, type PieceProps } from './state.ts';

const ports = ['Chatham', 'Leith', 'Wick'].map((name) => ({ value: name, label: name }));
const schema = z.object({ name: z.string().min(1, 'Please Enter Ship Name') });

function ServerForm({ state }: PieceProps) {
  const { form, submit, saving } = useServerForm({
    schema,
    initialValues: { name: state === 'ready' ? 'Tide Clock' : '' },
    onSubmit: async () => {},
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm" align="flex-start">
        <TextInput
          key={form.key('name')}
          {...form.getInputProps('name')}
          label="Ship name"
          withAsterisk
        />
        <Button type="submit" loading={saving || state === 'loading'}>
          Save
        </Button>
      </Stack>
    </form>
  );
}

function Countries({ state }: PieceProps) {
  const [country, setCountry] = useState(state === 'empty' ? '' : 'NO,Scotland,IS');
  return (
    <CountryField
      value={country}
      onChange={setCountry}
      refusal={null}
      countries={countries}
      error={errorIn(state)}
    />
  );
}

function Suggest({ state }: PieceProps) {
  const [port, setPort] = useState(state === 'empty' ? '' : 'Leith');
  return (
    <SuggestField
      label="Any port"
      limit={20}
      suggestions={state === 'empty' ? [] : ports.map(({ value }) => ({ value, note: '3 ships' }))}
      value={port}
      onChange={setPort}
      error={errorIn(state)}
    />
  );
}

function Find({ state }: PieceProps) {
  const [port, setPort] = useState(state === 'empty' ? null : 'Leith');
  return (
    <FindSelect
      label="Port"
      data={state === 'empty' ? [] : ports}
      value={port}
      chosen={null}
      onChange={setPort}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the port' }}
      unmatched="Choose a port from the list"
      nothingFoundMessage="No port"
      error={errorIn(state)}
    />
  );
}

function Search({ state }: PieceProps) {
  const [search, onSearch] = useState('');
  const [port, setPort] = useState<string | null>(state === 'empty' ? null : 'Leith');
  const options = state === 'ready' ? ports.map(({ value }) => value) : [];
  return (
    <SearchSelect
      label="Home port"
      found={{ search, onSearch, options, searching: state === 'loading' }}
      optionOf={(value) => ({ value, label: value })}
      chosen={port}
      onChange={setPort}
      unmatched="Choose a port from the list"
      nothing="No port matches"
      error={errorIn(state)}
    />
  );
}

/** The form fields of this project, and the messages of a form. Plain fields of Mantine are left out. */
export const formPieces: Record<string, ComponentType<PieceProps>> = {
  CountryField: Countries,
  'Server form': ServerForm,
  FindSelect: Find,
  SearchSelect: Search,
  SuggestField: Suggest,
  SelectField: ({ state }) => (
    <SelectField
      label="Kind"
      placeholder="Select Kind"
      options={ports}
      defaultValue={state === 'empty' ? '' : 'Wick'}
      error={errorIn(state)}
    />
  ),
  MomentField: ({ state }) => (
    <MomentField
      defaultValue={state === 'empty' ? '' : '2026-11-24T09:00'}
      error={errorIn(state)}
    />
  ),
  PasswordField: ({ state }) => (
    <PasswordField
      label="Password"
      autoComplete="off"
      defaultValue={state === 'empty' ? '' : 'harbour-lights-9'}
      error={errorIn(state)}
    />
  ),
  StaleEdit: ({ state }) => (
    <StaleEdit
      thing="ship"
      stale={{
        changedBy: 'Morgan Quay',
        changedAt: '2026-11-20T09:15:00.000Z',
        asked: 1,
        choices: {},
        choose: () => {},
        differences:
          state === 'empty'
            ? []
            : [
                { field: 'name', label: 'Name', theirs: 'Tide', mine: 'Tide Clock', clash: true },
                { field: 'port', label: 'Port', theirs: '', mine: null, clash: false },
              ],
      }}
    />
  ),
};
