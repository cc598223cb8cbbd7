import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { companyName } from '../../lib/page-settings.ts';
import { saveFile } from '../../lib/save-file.ts';
import { CodeBox } from '../../ui/text/code-box.tsx';

const fileName = 'recovery-codes.txt';

/** Shows new recovery codes, once. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = codes.join('\n');
  const save = () => {
    const lines = `Recovery codes of ${companyName()}. Each works once.\n\n${text}\n`;
    saveFile(new File([lines], fileName, { type: 'text/plain' }));
  };
  return (
    <Stack gap="md">
      <Text>
        With one of these codes you sign in when your telephone is lost. Each works once. They are
        shown only now: keep them where your password is not.
      </Text>
      <CodeBox label="recovery codes" code={text} />
      <Group justify="space-between" gap="sm">
        <Button variant="default" leftSection={<IconDownload size={16} />} onClick={save}>
          Save as a file
        </Button>
        <Button onClick={onClose}>I have kept them</Button>
      </Group>
    </Stack>
  );
}
