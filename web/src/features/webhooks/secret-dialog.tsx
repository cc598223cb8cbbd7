import type { Webhook, WebhookAnswer } from '@adwarden/contract/notifications/webhooks';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { messageOf } from '../../lib/api-error.ts';
import { CloseButton } from '../../ui/dialog/close-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useBusyDialog } from '../../ui/dialog/dialog-busy.ts';
import { DoneButton } from '../../ui/dialog/done-button.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { CodeBox } from '../../ui/text/code-box.tsx';
import { CopyBox } from '../../ui/text/copy-box.tsx';
import { useUpdateWebhook } from './webhooks.api.ts';

/** A webhook with its new secret, or a webhook that should get another secret. */
export type SecretOf = WebhookAnswer | Webhook;

type Props = { opened: boolean; about: SecretOf | null; onClose: () => void };

/** Shows the new secret of a webhook, once. It asks first if the secret replaces another one. A new `key` resets it. */
export function SecretDialog({ opened, about, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Secret" size={520} centered>
      {about && <Content about={about} onClose={onClose} />}
    </Dialog>
  );
}

function Content({ about, onClose }: { about: SecretOf; onClose: () => void }) {
  const { mutate, isPending, data, error } = useUpdateWebhook();
  useBusyDialog(isPending);
  const secret = data?.data.secret ?? ('secret' in about ? about.secret : null);
  if (secret !== null) return <Secret secret={secret} onClose={onClose} />;
  return (
    <Stack gap="md">
      <Text>
        Make a new secret for <bdi>{about.name}</bdi>? The old one ends at once. Until the receiver
        has the new one, it cannot check that events come from here.
      </Text>
      <FormFailure failure={error && messageOf(error)} />
      <Group justify="flex-end" gap="sm">
        <CloseButton busy={isPending} onClose={onClose} />
        <Button
          loading={isPending}
          data-autofocus
          onClick={() => mutate({ id: about.id, changes: { newSecret: true } })}
        >
          Make a new secret
        </Button>
      </Group>
    </Stack>
  );
}

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Stack gap="md">
      <Text>
        With this secret the receiver can check that an event comes from here. It is shown only now:
        copy it.
      </Text>
      <CopyBox value={secret} label="Copy the secret" />
      <Text>
        Every library of{' '}
        <Anchor
          href="https://www.standardwebhooks.com"
          target="_blank"
          rel="noreferrer"
          underline="always"
        >
          Standard Webhooks
        </Anchor>{' '}
        takes it as it is. In JavaScript:
      </Text>
      <CodeBox label="sample code" code={sampleCode} />
      <DoneButton onClose={onClose} />
    </Stack>
  );
}

/** Code with which a receiver checks and reads an event. */
const sampleCode = `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);

// body: the text of the request as it came
const event = webhook.verify(body, request.headers);`;
