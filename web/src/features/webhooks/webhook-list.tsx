import { isChat, type Webhook } from '@adwarden/contract/notifications/webhooks';
import { Button } from '@mantine/core';
import {
  IconKey,
  IconListDetails,
  IconPencil,
  IconPlus,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { toastSuccess } from '../../lib/toasts.ts';
import { mayWrite } from '../../people/may.ts';
import type { Action } from '../../ui/action-items.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { RowMenu } from '../../ui/data-table/row-menu.tsx';
import type { TableShape } from '../../ui/data-table/table-state.ts';
import { useRowDeletion } from '../../ui/data-table/use-row-deletion.tsx';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { DeliveriesDrawer } from './deliveries-drawer.tsx';
import { SecretDialog, type SecretOf } from './secret-dialog.tsx';
import { toastDelivery } from './toast-delivery.ts';
import { WebhookFormModal } from './webhook-form-modal.tsx';
import { useDeleteWebhook, useTestWebhook, webhooksQuery } from './webhooks.api.ts';
import { webhookColumns } from './webhooks.columns.tsx';
import classes from './webhooks.module.css';

/** The only order is that of the server: the oldest first. */
const shape: TableShape = {
  storageKey: 'webhooks',
  sorts: [],
  defaultSort: 'createdAt',
  filters: [],
};

/** The webhooks, and what can be done with each (ADR 57). */
export function WebhookList() {
  const control = useTableState(shape);
  const { page, pageSize } = control.query;
  const result = useQuery(webhooksQuery({ page, pageSize }));
  const form = useDialog<Webhook | null>();
  const secret = useDialog<SecretOf>();
  const deliveries = useDialog<Webhook>();
  const { mutate: sendTest, isPending: isTesting } = useTestWebhook();
  const deletion = useRowDeletion<Webhook>({
    rowId: ({ id }) => id,
    deletion: useDeleteWebhook(),
    onDeleted: (_, message) => toastSuccess(message),
  });
  const isEmpty = result.data?.total === 0;
  const writes = mayWrite();
  const add = writes && (
    <Button
      aria-label="Add webhook"
      leftSection={<IconPlus size={16} />}
      onClick={() => form.open(null)}
    >
      Add webhook
    </Button>
  );
  const ofWebhook = (webhook: Webhook): Action => ({
    label: 'Deliveries',
    Icon: IconListDetails,
    act: () => deliveries.open(webhook),
  });
  const actionsOf = (webhook: Webhook): Action[] => [
    { label: 'Edit…', Icon: IconPencil, act: () => form.open(webhook) },
    {
      label: 'Send a test event',
      Icon: IconSend,
      act: () => !isTesting && sendTest(webhook.id, { onSuccess: toastDelivery }),
    },
    ofWebhook(webhook),
    ...(isChat(webhook.format)
      ? []
      : [{ label: 'New secret…', Icon: IconKey, act: () => secret.open(webhook) }]),
    { label: 'Delete…', Icon: IconTrash, danger: true, act: () => deletion.askToDelete(webhook) },
  ];
  return (
    <div>
      <h2 className={classes.title}>Webhooks</h2>
      <DataTable
        label="Webhooks"
        columns={webhookColumns}
        rowId={({ id }) => id}
        control={control}
        result={result}
        empty={{
          title: 'No webhooks yet',
          text: 'A webhook tells another program, or a chat of Slack, Discord or Teams, what happens here.',
          action: add,
        }}
        rowActions={(webhook) => (
          <RowMenu
            label={`Actions for ${webhook.name}`}
            actions={writes ? actionsOf(webhook) : [ofWebhook(webhook)]}
          />
        )}
        onOpen={writes ? form.open : deliveries.open}
        {...(!isEmpty && add && { primary: add })}
      />
      <WebhookFormModal
        key={form.visit}
        opened={form.opened}
        webhook={form.about}
        onSecret={secret.open}
        onClose={form.close}
      />
      <SecretDialog
        key={`secret ${secret.visit}`}
        opened={secret.opened}
        about={secret.about}
        onClose={secret.close}
      />
      <DeliveriesDrawer
        opened={deliveries.opened}
        webhook={deliveries.about}
        onClose={deliveries.close}
      />
      {deletion.modal}
    </div>
  );
}
