import { Box, Stack } from '@mantine/core';
import type { Role } from '../../lib/role.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { guide } from './guide-words.ts';

type Props = { of: Role; opened: boolean; onClose: () => void };

/** A short guide, in the order of a new user's tasks. */
export function Guide({ of, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Guide" size={640}>
      <Stack gap={18}>
        {guide[of].map(({ title, text }) => (
          <section key={title}>
            <Box component="h3" m={0} fz="inherit" fw={600}>
              {title}
            </Box>
            <Box component="p" m="2px 0 0" maw="68ch" c="dimmed">
              {text}
            </Box>
          </section>
        ))}
      </Stack>
    </Dialog>
  );
}
