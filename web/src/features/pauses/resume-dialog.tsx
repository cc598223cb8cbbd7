import type { Pause } from '@adwarden/contract/pauses/pauses';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isRefusal } from '../../lib/api-error.ts';
import { toastUrgent } from '../../lib/toasts.ts';
import { CloseButton } from '../../ui/dialog/close-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useBusyDialog } from '../../ui/dialog/dialog-busy.ts';
import { endingInWords, stoppedBy } from './pause-words.ts';
import { pauseEndingQuery, useEndPause } from './pauses.api.ts';

type Props = {
  opened: boolean;
  /** Stays while the dialog fades out. */
  pause: Pause | null;
  /** On the page of an app: this one may be resumed without the others of a pause of some. */
  appID?: string | undefined;
  onClose: () => void;
};

/** Asks before a pause ends, and says how many apps it gives their ads back. */
export function ResumeDialog({ opened, pause, onClose, ...rest }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Resume ads?" size={460} centered>
      {pause && <Question {...rest} pause={pause} onClose={onClose} />}
    </Dialog>
  );
}

type QuestionProps = Omit<Props, 'opened' | 'pause'> & { pause: Pause };

function Question({ pause, appID, onClose }: QuestionProps) {
  const { mutate, isPending } = useEndPause();
  useBusyDialog(isPending);
  const { data, error } = useQuery(pauseEndingQuery(pause.id));
  const { what, name } = stoppedBy(pause);
  const oneOfSome = pause.scope === 'apps' && pause.apps > 1 ? appID : undefined;
  const end = (appIDs?: string[]) =>
    mutate(
      { id: pause.id, ...(appIDs && { appIDs }) },
      {
        onSuccess: (answer) => {
          toastUrgent(answer);
          onClose();
        },
        // The server refuses a pause that is over already: then there is nothing to ask any more.
        onError: (error) => isRefusal(error) && onClose(),
      },
    );
  return (
    <Stack gap="sm">
      <Text>
        {what} {name && <bdi>{name}</bdi>} are paused: <bdi>{pause.reason}</bdi>
      </Text>
      <Text>
        {data && endingInWords(data)}
        {error && 'Its apps are as they were before the pause.'}
      </Text>
      <Group justify="flex-end" gap="sm" mt="xs">
        <CloseButton busy={isPending} onClose={onClose} />
        {oneOfSome && (
          <Button variant="default" disabled={isPending} onClick={() => end([oneOfSome])}>
            Only this app
          </Button>
        )}
        <Button loading={isPending} onClick={() => end()} data-autofocus>
          {oneOfSome ? `All ${pause.apps.toLocaleString('en')}` : 'Resume ads'}
        </Button>
      </Group>
    </Stack>
  );
}
