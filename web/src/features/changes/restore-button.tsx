import type { Change } from '@adwarden/contract/changes';
import { Button, Group, Paper, Text } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useBusyDialog } from '../../ui/dialog/dialog-busy.ts';
import { useAskInPlace } from '../../ui/dialog/use-ask-in-place.ts';
import { thingName } from './change-words.ts';
import { useRestore } from './changes.api.ts';

type Props = { change: Change; onRestored: () => void };

/** Brings an app or a user back as it was with this entry, after asking once: what it is now is replaced. */
export function RestoreButton({ change, onRestored }: Props) {
  const { asking, trigger, ask, cancel } = useAskInPlace();
  const restore = useRestore();
  useBusyDialog(restore.isPending);
  const isDelete = change.action === 'delete';
  if (!asking) {
    return (
      <Button ref={trigger} leftSection={<IconRestore size={16} />} onClick={ask}>
        {isDelete ? 'Restore' : 'Restore this version'}
      </Button>
    );
  }
  return (
    <Paper p="md" withBorder w="100%">
      <Text>
        Bring <bdi>{thingName(change)}</bdi> back as it was{' '}
        {isDelete ? 'before it was deleted' : 'after this change'}? What it is now is replaced, and
        stays in the log.
      </Text>
      <Group gap="sm" mt="sm">
        <Button
          loading={restore.isPending}
          autoFocus
          onClick={() => restore.mutate(change.seq, { onSuccess: onRestored })}
        >
          Restore
        </Button>
        <Button variant="default" disabled={restore.isPending} onClick={cancel}>
          Cancel
        </Button>
      </Group>
    </Paper>
  );
}
