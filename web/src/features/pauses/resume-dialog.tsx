import type { Pause } from '@adwarden/contract/pauses/pauses';
import { Button, Group, Stack, Text } from '@mantine/core';
import { isRefusal } from '../../lib/api-error.ts';
import { toastUrgent } from '../../lib/toasts.ts';
import { appsInWords } from '../../lib/words.ts';
import { CloseButton } from '../../ui/dialog/close-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useBusyDialog } from '../../ui/dialog/dialog-busy.ts';
import { stoppedBy } from './pause-words.ts';
import { useEndPause } from './pauses.api.ts';

type Props = {
  opened: boolean;
  /** Stays while the dialog fades out. */
  pause: Pause | null;
  /** Whether there are other active pauses, which may cover the same apps. */
  hasOthers: boolean;
  onClose: () => void;
};

/** Asks before a pause ends, and says how many apps it gives their ads back. */
export function ResumeDialog({ opened, pause, hasOthers, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Resume ads?" size={460} centered>
      {pause && <Question pause={pause} hasOthers={hasOthers} onClose={onClose} />}
    </Dialog>
  );
}

type QuestionProps = { pause: Pause; hasOthers: boolean; onClose: () => void };

function Question({ pause, hasOthers, onClose }: QuestionProps) {
  const { mutate, isPending } = useEndPause();
  useBusyDialog(isPending);
  const { what, name } = stoppedBy(pause);
  const end = () =>
    mutate(pause.id, {
      onSuccess: (answer) => {
        toastUrgent(answer);
        onClose();
      },
      // The server refuses a pause that is over already: then there is nothing to ask any more.
      onError: (error) => isRefusal(error) && onClose(),
    });
  return (
    <Stack gap="sm">
      <Text>
        {what} {name && <bdi>{name}</bdi>} are paused: <bdi>{pause.reason}</bdi>
      </Text>
      <Text>
        {appsInWords(pause.apps)} {pause.apps === 1 ? 'gets its' : 'get their'} ads again, exactly
        as before the pause.
        {hasOthers && ' What another pause covers stays paused.'}
      </Text>
      <Group justify="flex-end" gap="sm" mt="xs">
        <CloseButton busy={isPending} onClose={onClose} />
        <Button loading={isPending} onClick={end} data-autofocus>
          Resume ads
        </Button>
      </Group>
    </Stack>
  );
}
