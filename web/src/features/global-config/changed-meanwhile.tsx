import { Alert, Button, Group } from '@mantine/core';

type Props = {
  /** What somebody else saved; '' for a value that was removed; null for nothing to say. */
  theirs: string | null;
  onLoadTheirs: () => void;
};

/** Says that somebody saved another value since the form began, before it is saved over. */
export function ChangedMeanwhile({ theirs, onLoadTheirs }: Props) {
  if (theirs === null) return null;
  return (
    <Alert color="yellow" role="alert" p="sm" mt="sm">
      <Group gap="sm" justify="space-between">
        <span>
          Somebody saved another value meanwhile: <bdi className="mono">{theirs || 'none'}</bdi>.
          Nothing of yours is saved yet; Save replaces theirs.
        </span>
        <Button variant="default" size="compact-sm" onClick={onLoadTheirs}>
          Load theirs
        </Button>
      </Group>
    </Alert>
  );
}
