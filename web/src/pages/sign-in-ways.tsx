import type { Ways } from '@adwarden/contract/ways';
import { Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { canUsePasskeys } from '../features/factors/can-use-passkeys.ts';
import type { SignedIn } from '../features/factors/factors.api.ts';
import { askWays } from '../lib/ask-ways.ts';
import type { Role } from '../lib/role.ts';
import { lazyExtra } from '../ui/lazy-part.tsx';

const SignOnButton = lazyExtra(
  async () => (await import('../features/single-sign-on/sign-on-button.tsx')).SignOnButton,
);
const PasskeyButton = lazyExtra(
  async () => (await import('../features/factors/passkey-button.tsx')).PasskeyButton,
);

type Props = {
  /** The kind of account for which the page is. */
  as: Role;
  onSignedIn: (signedIn: SignedIn) => void;
};

/** The ways to sign in besides the password, below the forms of the sign-in pages. Each is loaded only where it can be used. */
export function SignInWays({ as, onSignedIn }: Props) {
  const [ways, setWays] = useState<Ways | null>(null);
  useEffect(() => {
    askWays().then(setWays, () => {});
  }, []);
  if (!ways) return null;
  const { singleSignOn } = ways;
  const hasSignOn = singleSignOn?.as.includes(as) === true;
  const hasPasskeys = canUsePasskeys(ways);
  if (!hasSignOn && !hasPasskeys) return null;
  return (
    <Stack gap="xs">
      {hasSignOn && <SignOnButton as={as} name={singleSignOn.name} />}
      {hasPasskeys && <PasskeyButton onSignedIn={onSignedIn} />}
    </Stack>
  );
}
