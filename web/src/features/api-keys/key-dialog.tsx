import type { ApiKey } from '@adwarden/contract/api-keys/api-keys';
import { Stack, Text } from '@mantine/core';
import { onServer } from '../../lib/base-path.ts';
import { formatDate } from '../../lib/dates.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DoneButton } from '../../ui/dialog/done-button.tsx';
import { CodeBox } from '../../ui/text/code-box.tsx';
import { CopyBox } from '../../ui/text/copy-box.tsx';

/** A key that was made just now, with its text. */
export type MadeKey = { apiKey: ApiKey; key: string };

type Props = { opened: boolean; about: MadeKey | null; onClose: () => void };

/** A call that every key with the scope `read` may make. */
const sampleOf = (key: string): string =>
  `curl -H "Authorization: Bearer ${key}" \\
  ${window.location.origin}${onServer('/apps/stats')}`;

/** Shows a new key, once. */
export function KeyDialog({ opened, about, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="API key" size={560} centered>
      {about && (
        <Stack gap="md">
          <Text>
            This is the key <bdi>{about.apiKey.name}</bdi>. It is shown only now: copy it to where
            it is needed. It ends on {formatDate(about.apiKey.endsAt)}.
          </Text>
          <CopyBox value={about.key} label="Copy the key" />
          <Text>A program sends it with each call, never in an address:</Text>
          <CodeBox label="sample call" code={sampleOf(about.key)} />
          <DoneButton onClose={onClose} />
        </Stack>
      )}
    </Dialog>
  );
}
