import { passkeyNameField } from '@adwarden/contract/factors/passkeys';
import { limits } from '@adwarden/contract/limits';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { z } from 'zod';
import { toastSuccess } from '../../lib/toasts.ts';
import { useBusyDialog } from '../../ui/dialog/dialog-busy.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useServerForm } from '../../ui/form/use-server-form.ts';
import { useAddPasskey } from './passkeys.api.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { type EndOthers, useEndOthers } from './use-end-others.tsx';

type Props = {
  /** Called when the passkey is added, and its recovery codes were shown. */
  onDone: () => void;
  /** Returns the button beside the one that goes on; `isBusy` while a call runs. */
  beside: (isBusy: boolean) => ReactNode;
  endOthers?: EndOthers;
};

const kinds = ['alone', 'second'] as const;
type Kind = (typeof kinds)[number];

/** Sets up a passkey: what it is for and what it is called, the window of the browser, and the recovery codes. */
export function PasskeySetUp({ onDone, beside, endOthers }: Props) {
  const others = useEndOthers(endOthers);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [chosen, setChosen] = useState<Kind | null>(null);
  const [usual, setUsual] = useState<Kind>('alone');
  useEffect(() => {
    void import('./passkey-browser.ts')
      .then(({ canVerify }) => canVerify())
      .then((can) => setUsual(can ? 'alone' : 'second'))
      .catch(() => {});
  }, []);
  const kind = chosen ?? usual;
  const add = useAddPasskey();
  const { form, submit, saving, failure } = useServerForm({
    schema: z.object({ name: passkeyNameField }),
    initialValues: { name: 'Passkey' },
    async onSubmit({ name }) {
      const { message, data } = await add.mutateAsync({
        name,
        replacesPassword: kind === 'alone',
      });
      await others.endIfWanted();
      toastSuccess(message);
      if (data.recoveryCodes) setCodes(data.recoveryCodes);
      else onDone();
    },
  });
  useBusyDialog(saving);
  if (codes) return <RecoveryCodes codes={codes} onClose={onDone} />;
  return (
    <form noValidate onSubmit={submit} aria-busy={saving}>
      <Stack gap="md">
        <Text>
          A passkey is kept by your device, your password manager or a security key. It works at
          this address only, so no false page can take it from you.
        </Text>
        <Radio.Group
          label="What it is for"
          value={kind}
          onChange={(value) => setChosen(kinds.find((one) => one === value) ?? 'alone')}
        >
          <Stack gap="sm" mt="xs">
            <Radio
              value="alone"
              label="Sign in without a password"
              description="Your finger, your face or a PIN is enough. It is also your second factor."
              disabled={saving}
            />
            <Radio
              value="second"
              label="Second factor only"
              description="A touch, after your password. Every security key can do it."
              disabled={saving}
            />
          </Stack>
        </Radio.Group>
        <FormFailure failure={failure} />
        <TextField
          key={form.key('name')}
          {...form.getInputProps('name')}
          label="Name"
          description="So that you know it again, such as the device that keeps it."
          limit={limits.text.keyName}
          autoComplete="off"
          data-autofocus
        />
        {others.box}
        <Group justify="flex-end" gap="sm">
          {beside(saving)}
          <Button type="submit" loading={saving}>
            Go on in the browser
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
