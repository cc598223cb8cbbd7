import { SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { PasskeySetUp } from './passkey-set-up.tsx';
import { TotpSetUp } from './totp-set-up.tsx';
import { useCanUsePasskeys } from './ways.api.ts';

const kinds = [
  { value: 'totp', label: 'Authenticator app' },
  { value: 'passkey', label: 'Passkey' },
];

/** Sets up a second factor of either kind, for whoever must have one. */
export function FirstFactor({ onDone }: { onDone: () => void }) {
  const [kind, setKind] = useState('totp');
  const SetUp = kind === 'passkey' ? PasskeySetUp : TotpSetUp;
  return (
    <Stack gap="md">
      {useCanUsePasskeys() && (
        <SegmentedControl
          aria-label="Kind of second factor"
          data={kinds}
          value={kind}
          onChange={setKind}
        />
      )}
      <SetUp onDone={onDone} beside={() => null} />
    </Stack>
  );
}
