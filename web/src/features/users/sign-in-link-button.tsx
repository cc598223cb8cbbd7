import { Button, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconLink } from '@tabler/icons-react';
import { signInLink } from '../../lib/sign-in-link.ts';
import { copyWords, useCopy } from '../../ui/text/use-copy.ts';

/** Copies an owner's sign-in link, which the administrator can send to them. */
export function SignInLinkButton({ userID }: { userID: string }) {
  const { outcome, copy } = useCopy();
  const words = copyWords(outcome);
  return (
    <>
      <Button
        variant="subtle"
        color={outcome === 'failed' ? 'red' : 'gray'}
        leftSection={outcome === 'copied' ? <IconCheck size={16} /> : <IconLink size={16} />}
        onClick={() => copy(signInLink(userID))}
      >
        {words || 'Copy sign-in link'}
      </Button>
      <VisuallyHidden aria-live="polite">{words}</VisuallyHidden>
    </>
  );
}
