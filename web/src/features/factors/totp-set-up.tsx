import { confirmTotpForm } from '@adwarden/contract/factors/factors';
import { limits } from '@adwarden/contract/limits';
import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { toastSuccess } from '../../lib/toasts.ts';
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
import { type EndOthers, useEndOthers } from './use-end-others.tsx';

const QrCode = lazyPanel(async () => (await import('./qr-code.tsx')).QrCode);

type Props = {
  /** Called when the app is added, and its recovery codes were shown. */
  onDone: () => void;
  /** Returns the button beside Confirm; `isBusy` while a call runs. */
  beside: (isBusy: boolean) => ReactNode;
  endOthers?: EndOthers;
};

/** Sets up an authenticator app: a QR code, its first code, and the recovery codes. */
export function TotpSetUp({ onDone, beside, endOthers }: Props) {
  const { mutate, data: setUp, error, isPending } = useBeginTotp();
  const [codes, setCodes] = useState<string[] | null>(null);
  const begin = useEffectEvent(() => mutate());
  useEffect(() => begin(), []);
  if (codes) return <RecoveryCodes codes={codes} onClose={onDone} />;
  if (error) {
    return <ErrorPanel message={messageOf(error)} retrying={isPending} onRetry={() => mutate()} />;
  }
  if (!setUp) return <Loading />;
  return (
    <SetUp
      {...setUp}
      beside={beside}
      endOthers={endOthers}
      onAdded={(made) => (made ? setCodes(made) : onDone())}
    />
  );
}

type SetUpProps = {
  id: string;
  secret: string;
  uri: string;
  beside: Props['beside'];
  endOthers: EndOthers | undefined;
  /** Called with the recovery codes of a first factor. */
  onAdded: (recoveryCodes: string[] | undefined) => void;
};

function SetUp({ id, secret, uri, beside, endOthers, onAdded }: SetUpProps) {
  const confirm = useConfirmTotp();
  const others = useEndOthers(endOthers);
  const { form, submit, saving, failure } = useServerForm({
    schema: confirmTotpForm,
    initialValues: { id, code: '' },
    async onSubmit(sent) {
      const { message, data } = await confirm.mutateAsync(sent);
      await others.endIfWanted();
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
          // The dialog is open already when the code arrives.
          autoFocus
        />
        {others.box}
        <Group justify="flex-end" gap="sm">
          {beside(saving)}
          <Button type="submit" loading={saving}>
            Confirm
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
