import { Alert, Button, Group } from '@mantine/core';

type Props = {
  /** The value that somebody else saved: '' if they removed it, null if nobody changed it. */
  theirs: string | null;
  /** The field shows their value now. */
  isTaken: boolean;
  /** Puts their value into the field, or the typed one again. */
  onSwap: () => void;
};

/** Warns that somebody else has saved another value in the meantime, before it is overwritten. */
export function ChangedMeanwhile({ theirs, isTaken, onSwap }: Props) {
  if (theirs === null) return null;
  return (
    <Alert color="yellow" role="alert" p="sm" mt="sm">
      <Group gap="sm" justify="space-between">
        <span>
          Somebody saved another value meanwhile: <bdi className="mono">{theirs || 'none'}</bdi>.
          Nothing of yours is saved yet; Save replaces theirs.
        </span>
        <Button variant="default" size="compact-sm" onClick={onSwap}>
          {isTaken ? 'Show mine again' : 'Show theirs'}
        </Button>
      </Group>
    </Alert>
  );
}
