import { Stack, Text } from '@mantine/core';
import { companyName, productCommit, productVersion } from '../../lib/page-settings.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';

/** Name, version, commit and licence. */
export function About({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="About" size={420} centered>
      <Stack gap="xs">
        <Text fw={600}>Adwarden {productVersion()}</Text>
        {productCommit() && <Text c="dimmed">Commit {productCommit()}</Text>}
        <Text>
          The ads of mobile applications, looked after in one place. Run by {companyName()}.
        </Text>
        <Text c="dimmed">MIT License: free to use, change and share.</Text>
      </Stack>
    </Dialog>
  );
}
