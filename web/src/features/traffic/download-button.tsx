import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../lib/save-file.ts';
import { toastSuccess } from '../../lib/toasts.ts';

/** Saves what is shown as a CSV file. */
export function DownloadButton({ onDownload }: { onDownload: () => Promise<File> }) {
  const { mutate, isPending } = useMutation({
    mutationFn: onDownload,
    onSuccess: (file) => {
      saveFile(file);
      toastSuccess(`${file.name} saved`);
    },
  });
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={15} />}
      loading={isPending}
      onClick={() => mutate()}
    >
      Download CSV
    </Button>
  );
}
