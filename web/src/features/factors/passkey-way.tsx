import { Box } from '@mantine/core';
import { type ComponentType, useEffect, useState } from 'react';
import type { SignedIn } from './factors.api.ts';
import { mayHavePasskeys } from './passkey-place.ts';

type Props = { onSignedIn: (signedIn: SignedIn) => void };

/**
 * The way to sign in with a passkey, below the forms of the sign-in pages. It comes in a chunk of its own after the page, whose place is
 * kept. Where passkeys are impossible, nothing is loaded; where the chunk is missing, nothing is shown.
 */
export function PasskeyWay(props: Props) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const mayBe = mayHavePasskeys();
  useEffect(() => {
    if (!mayBe) return;
    let isAwaited = true;
    import('./passkey-button.tsx').then(
      ({ PasskeyButton }) => isAwaited && setPart(() => PasskeyButton),
      () => {},
    );
    return () => {
      isAwaited = false;
    };
  }, [mayBe]);
  return mayBe && <Box mih={36}>{Part && <Part {...props} />}</Box>;
}
