import { webhookHints } from '@adwarden/contract/field-hints';
import { limits } from '@adwarden/contract/limits';
import type { EventType } from '@adwarden/contract/notifications/events';
import {
  formatOfUrl,
  newWebhook,
  type Webhook,
  type WebhookAnswer,
  type WebhookFormat,
  webhookFormats,
} from '@adwarden/contract/notifications/webhooks';
import { hiddenPassword } from '@adwarden/contract/users';
import { Alert, NativeSelect, SimpleGrid, Stack, Switch } from '@mantine/core';
import { useRef, useState } from 'react';
import { toastSuccess } from '../../lib/toasts.ts';
import { FormModal } from '../../ui/form/form-modal.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useServerForm } from '../../ui/form/use-server-form.ts';
import { EventChoice } from './event-choice.tsx';
import { toastDelivery } from './toast-delivery.ts';
import { formatWords } from './webhook-words.ts';
import { useAddWebhook, useTestWebhook, useUpdateWebhook } from './webhooks.api.ts';
import { WhereFrom } from './where-from.tsx';

type Props = {
  opened: boolean;
  /** The webhook that is edited; null for a new one. */
  webhook: Webhook | null;
  /** Called with a webhook that has a new secret. */
  onSecret: (saved: WebhookAnswer) => void;
  onClose: () => void;
};

/** The events that a new webhook has at first. */
const usual: EventType[] = ['pause.began', 'pause.ended', 'finding.opened', 'batch.done'];

/**
 * Adds a webhook or changes one, and sends it a test. If the receiver does not take the test, the form stays open with the
 * webhook saved, so that its URL can be corrected. A new `key` resets it.
 */
export function WebhookFormModal({ opened, webhook, onSecret, onClose }: Props) {
  const add = useAddWebhook();
  const update = useUpdateWebhook();
  const test = useTestWebhook();
  /** A new webhook that is saved, while its form is still open. */
  const [saved, setSaved] = useState<Webhook | null>(null);
  const [untaken, setUntaken] = useState('');
  /** Whether somebody has chosen the format: then it no longer follows the URL. */
  const isFormatChosen = useRef(false);
  const stored = webhook ?? saved;
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
    onValuesChange({ url, format }, before) {
      if (url === before.url || isFormatChosen.current) return;
      // Another address takes JSON again, unless the format was never that of the address: some programs read that of a chat.
      const follows = formatOfUrl(url) ?? (formatOfUrl(before.url) === format ? 'json' : format);
      if (follows !== format) form.setFieldValue('format', follows);
    },
    async onSubmit(sent) {
      setUntaken('');
      const changes = { ...sent, newSecret: isLost };
      const { message, data } = stored
        ? await update.mutateAsync({ id: stored.id, changes })
        : await add.mutateAsync(sent);
      const tested = data.enabled ? await test.mutateAsync(data.id).catch(() => null) : null;
      const isTaken = tested === null || tested.data.state === 'delivered';
      toastSuccess(tested && isTaken ? `${message}. ${tested.message}` : message);
      // A program may need the secret before it takes anything.
      if (isTaken || data.secret !== null) {
        onClose();
        if (tested && !isTaken) toastDelivery(tested);
        if (data.secret !== null) onSecret(data);
        return;
      }
      setSaved(data);
      form.resetDirty();
      setUntaken(tested.message);
    },
  });
  return (
    <FormModal
      opened={opened}
      title={stored ? 'Edit webhook' : 'Add webhook'}
      size={640}
      isDirty={form.isDirty}
      saving={saving}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap="md">
        {untaken && (
          <Alert color="red" p="sm" title="It is saved, but the test did not arrive">
            {untaken}. Look at the URL, and save again.
          </Alert>
        )}
        <TextField
          {...form.getInputProps('url')}
          label="URL"
          description={webhookHints.url}
          withAsterisk
          type="url"
          limit={limits.webhooks.url}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
        />
        <WhereFrom />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextField
            {...form.getInputProps('name')}
            label="Name"
            description={webhookHints.name}
            limit={limits.webhooks.name}
            dir="auto"
            autoComplete="off"
          />
          <NativeSelect
            {...form.getInputProps('format')}
            onChange={(event) => {
              isFormatChosen.current = true;
              form.getInputProps('format').onChange(event);
            }}
            label="Format"
            description={webhookHints.format}
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
          description={webhookHints.enabled}
        />
      </Stack>
    </FormModal>
  );
}
