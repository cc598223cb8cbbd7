import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageTime } from '../lib/delays.ts';
import { rootColorScheme } from '../theme/color-scheme.ts';
import { cssVariables, theme } from '../theme/theme.ts';

const colorScheme = rootColorScheme(document.documentElement);

type Props = { queryClient: QueryClient; children: ReactNode };

/** What every page needs around it: theme, query client, toasts at the top right (spec, section 9). */
export function Providers({ queryClient, children }: Props) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
    >
      <Notifications
        position="top-right"
        autoClose={messageTime}
        zIndex="var(--z-toast)"
        containerWidth={360}
      />
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </MantineProvider>
  );
}
