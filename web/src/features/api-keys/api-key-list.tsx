import type { ApiKey } from '@adwarden/contract/api-keys/api-keys';
import { limits } from '@adwarden/contract/limits';
import type { KeyScope } from '@adwarden/contract/people/people';
import { Button } from '@mantine/core';
import { IconPlus, IconPower, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { toastSuccess } from '../../lib/toasts.ts';
import type { Action } from '../../ui/action-items.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { RowMenu } from '../../ui/data-table/row-menu.tsx';
import type { TableShape } from '../../ui/data-table/table-state.ts';
import { useRowDeletion } from '../../ui/data-table/use-row-deletion.tsx';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { ApiKeyFormModal } from './api-key-form-modal.tsx';
import { apiKeysQuery, useEndApiKey, useTurnOnApiKey } from './api-keys.api.ts';
import { apiKeyColumns } from './api-keys.columns.tsx';
import { KeyDialog, type MadeKey } from './key-dialog.tsx';

/** The only order is that of the server: the newest first. */
const ownShape: TableShape = {
  storageKey: 'api-keys',
  sorts: [],
  defaultSort: 'createdAt',
  filters: [],
};
/** Administrators see the keys of everybody, too. */
const shapeOfAll: TableShape = {
  ...ownShape,
  view: {
    name: 'whose',
    label: 'Whose keys',
    options: [
      { value: 'own', label: 'Yours' },
      { value: 'all', label: 'All' },
      { value: 'off', label: 'Off' },
    ],
  },
};

const nothing = {
  own: {
    title: 'No API keys yet',
    text: `With a key, a program makes calls as you: an export each night, a pause from an alert. You may have ${limits.quotas.apiKeys.user}.`,
  },
  all: { title: 'Nobody has an API key', text: 'Keys of administrators and owners stand here.' },
  off: {
    title: 'No API key is turned off',
    text: 'The restore of a backup turns all keys off. Here you turn each on again.',
  },
};

type Props = {
  /** The scopes that a key of this person may have. */
  scopes: readonly KeyScope[];
  /** The person sees and ends the keys of everybody, and turns them on. */
  seesAll: boolean;
};

/** Lists API keys, with what can be done with each (ADR 129). */
export function ApiKeyList({ scopes, seesAll }: Props) {
  const control = useTableState(seesAll ? shapeOfAll : ownShape);
  const { page, pageSize } = control.query;
  const view = (control.state.view ?? 'own') as keyof typeof nothing;
  const whose = view === 'own' ? {} : { all: 'true' as const };
  const state = view === 'off' ? { state: 'off' as const } : {};
  const result = useQuery(apiKeysQuery({ page, pageSize, ...whose, ...state }));
  const form = useDialog<true>();
  const made = useDialog<MadeKey>();
  const { mutate: turnOn, isPending: isTurning } = useTurnOnApiKey();
  const end = useRowDeletion<ApiKey>({
    rowId: ({ id }) => id,
    deletion: useEndApiKey(),
    effectOf: ({ name }) =>
      `The API key “${name}” ends at once. Programs that use it get no answer.`,
    onDeleted: (_, message) => toastSuccess(message),
  });
  const add = (
    <Button
      aria-label="Make an API key"
      leftSection={<IconPlus size={16} />}
      onClick={() => form.open(true)}
    >
      Make an API key
    </Button>
  );
  const actionsOf = (key: ApiKey): Action[] => [
    ...(seesAll && key.state === 'off'
      ? [
          {
            label: 'Turn on',
            Icon: IconPower,
            act: () =>
              !isTurning && turnOn(key.id, { onSuccess: ({ message }) => toastSuccess(message) }),
          },
        ]
      : []),
    { label: 'End…', Icon: IconTrash, danger: true, act: () => end.askToDelete(key) },
  ];
  const isEmpty = result.data?.total === 0;
  return (
    <>
      <DataTable
        label="API keys"
        columns={view === 'own' ? apiKeyColumns.own : apiKeyColumns.all}
        rowId={({ id }) => id}
        control={control}
        result={result}
        empty={{ ...nothing[view], ...(view === 'own' && { action: add }) }}
        rowActions={(key) => <RowMenu label={`Actions for ${key.name}`} actions={actionsOf(key)} />}
        {...(!(isEmpty && view === 'own') && { primary: add })}
      />
      <ApiKeyFormModal
        key={form.visit}
        opened={form.opened}
        scopes={scopes}
        onClose={form.close}
        onMade={(apiKey, key) => made.open({ apiKey, key })}
      />
      <KeyDialog opened={made.opened} about={made.about} onClose={made.close} />
      {end.modal}
    </>
  );
}
