import { confirmTotpForm } from '@adwarden/contract/factors/factors';
import { limits } from '@adwarden/contract/limits';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { CloseButton } from '../../ui/dialog/close-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useBusyDialog } from '../../ui/dialog/dialog-busy.ts';
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useServerForm } from '../../ui/form/use-server-form.ts';
import { lazyPanel } from '../../ui/lazy-part.tsx';
import { CopyBox } from '../../ui/text/copy-box.tsx';
import { useBeginTotp, useConfirmTotp } from './factors.api.ts';
import classes from './factors.module.css';
import { RecoveryCodes } from './recovery-codes.tsx';

const QrCode = lazyPanel(async () => (await import('./qr-code.tsx')).QrCode);

type Props = { opened: boolean; onClose: () => void };

/** Sets up an authenticator app: a QR code, its first code, and the recovery codes. It begins anew with each `key`. */
export function TotpDialog({ opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Authenticator app" size={520} centered>
      <Content onClose={onClose} />
    </Dialog>
  );
}

function Content({ onClose }: { onClose: () => void }) {
  const { mutate, data: setUp, error, isPending } = useBeginTotp();
  const [codes, setCodes] = useState<string[] | null>(null);
  const begin = useEffectEvent(() => mutate());
  useEffect(() => begin(), []);
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  if (error) {
    return <ErrorPanel message={messageOf(error)} retrying={isPending} onRetry={() => mutate()} />;
  }
  if (!setUp) return <Loading />;
  return (
    <SetUp {...setUp} onClose={onClose} onAdded={(made) => (made ? setCodes(made) : onClose())} />
  );
}

type SetUpProps = {
  id: string;
  secret: string;
  uri: string;
  onClose: () => void;
  /** Called with the recovery codes of a first factor. */
  onAdded: (recoveryCodes: string[] | undefined) => void;
};

function SetUp({ id, secret, uri, onClose, onAdded }: SetUpProps) {
  const confirm = useConfirmTotp();
  const { form, submit, saving, failure } = useServerForm({
    schema: confirmTotpForm,
    initialValues: { id, code: '' },
    async onSubmit(sent) {
      const { message, data } = await confirm.mutateAsync(sent);
      toastSuccess(message);
      onAdded(data.recoveryCodes);
    },
  });
  useBusyDialog(saving);
  return (
    <form noValidate onSubmit={submit} aria-busy={saving}>
      <Stack gap="md">
        <Text>
          Open an authenticator app on your telephone, and scan this code with it. Without a camera,
          enter the key below it.
        </Text>
        <div className={classes.place}>
          <QrCode text={uri} label="QR code for the authenticator app" />
        </div>
        <CopyBox value={secret} label="Copy the key" />
        <FormFailure failure={failure} />
        <TextField
          key={form.key('code')}
          {...form.getInputProps('code')}
          label="Code"
          description="The six digits that the app shows now."
          limit={limits.secondFactor.typedCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
        />
        <Group justify="flex-end" gap="sm">
          <CloseButton busy={saving} onClose={onClose} />
          <Button type="submit" loading={saving}>
            Confirm
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
