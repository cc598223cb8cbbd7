import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../../lib/save-file.ts';
import { mostRefused, refusedFile } from './import.api.ts';

type Props = { file: File; previewID: string; count: number };

/** Saves the refused rows as a file, to correct them and import that file. */
export function RefusedRows({ file, previewID, count }: Props) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveFile(await refusedFile(file, previewID)),
  });
  if (count > mostRefused) {
    return (
      <Text c="dimmed" size="sm">
        More than {mostRefused.toLocaleString('en')} rows are refused: please correct the file
        itself.
      </Text>
    );
  }
  return (
    <Group gap="sm">
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload size={16} />}
        loading={isPending}
        onClick={() => mutate()}
      >
        Download the refused rows
      </Button>
      <Text c="dimmed" size="sm">
        Correct them, and import that file.
      </Text>
    </Group>
  );
}
