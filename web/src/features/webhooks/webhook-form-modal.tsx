import { limits } from '@adwarden/contract/limits';
import type { EventType } from '@adwarden/contract/notifications/events';
import {
  newWebhook,
  type Webhook,
  type WebhookAnswer,
  type WebhookFormat,
  webhookFormats,
} from '@adwarden/contract/notifications/webhooks';
import { hiddenPassword } from '@adwarden/contract/users';
import { NativeSelect, SimpleGrid, Stack, Switch } from '@mantine/core';
import { toastSuccess } from '../../lib/toasts.ts';
import { FormModal } from '../../ui/form/form-modal.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useServerForm } from '../../ui/form/use-server-form.ts';
import { EventChoice } from './event-choice.tsx';
import { formatWords } from './webhook-words.ts';
import { useAddWebhook, useUpdateWebhook } from './webhooks.api.ts';

type Props = {
  opened: boolean;
  /** What is edited; null for a new webhook. */
  webhook: Webhook | null;
  /** Called with a webhook that has a new secret. */
  onSecret: (saved: WebhookAnswer) => void;
  onClose: () => void;
};

/** The events that a new webhook has at first. */
const usual: EventType[] = ['pause.began', 'pause.ended', 'finding.opened', 'batch.done'];

/** Adds a webhook or changes one. It begins anew with each `key`. */
export function WebhookFormModal({ opened, webhook, onSecret, onClose }: Props) {
  const add = useAddWebhook();
  const update = useUpdateWebhook();
  // SECRET_KEY was lost: nobody can read the URL and the secret any more.
  const isLost = webhook?.url === hiddenPassword;
  const { form, submit, saving, failure } = useServerForm({
    schema: newWebhook,
    mode: 'controlled',
    initialValues: {
      name: webhook?.name ?? '',
      url: isLost ? '' : (webhook?.url ?? ''),
      events: webhook?.events ?? usual,
      format: webhook?.format ?? ('json' as WebhookFormat),
      enabled: webhook?.enabled ?? true,
    },
    async onSubmit(sent) {
      const changes = { ...sent, newSecret: isLost };
      const { message, data } = webhook
        ? await update.mutateAsync({ id: webhook.id, changes })
        : await add.mutateAsync(sent);
      toastSuccess(message);
      onClose();
      // Chats check no signature, so nobody needs their secret.
      if (data.secret !== null && data.format === 'json') onSecret(data);
    },
  });
  return (
    <FormModal
      opened={opened}
      title={webhook ? 'Edit webhook' : 'Add webhook'}
      size={640}
      isDirty={form.isDirty}
      saving={saving}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap="md">
        <TextField
          {...form.getInputProps('url')}
          label="URL"
          description="https, of a program or a chat that is told what happens."
          withAsterisk
          type="url"
          limit={limits.webhooks.url}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextField
            {...form.getInputProps('name')}
            label="Name"
            description="The host of the URL if it is empty."
            limit={limits.webhooks.name}
            dir="auto"
            autoComplete="off"
          />
          <NativeSelect
            {...form.getInputProps('format')}
            label="Format"
            description="JSON for programs; a chat gets a sentence."
            data={webhookFormats.map((value) => ({ value, label: formatWords[value] }))}
          />
        </SimpleGrid>
        <EventChoice
          value={form.values.events}
          onChange={(next) => form.setFieldValue('events', next)}
          error={form.errors.events}
        />
        <Switch
          {...form.getInputProps('enabled', { type: 'checkbox' })}
          label="On"
          description="While it is off, nothing is sent, and what happens then is not sent later."
        />
      </Stack>
    </FormModal>
  );
}
