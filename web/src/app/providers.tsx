import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { rootColorScheme } from '../theme/color-scheme.ts';
import { cssVariables, theme } from '../theme/theme.ts';
import { Toasts } from '../ui/feedback/toasts.tsx';

const colorScheme = rootColorScheme(document.documentElement);

type Props = { queryClient: QueryClient; children: ReactNode };

/** Wraps every page in theme, query client and toasts. */
export function Providers({ queryClient, children }: Props) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
    >
      <Toasts />
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </MantineProvider>
  );
}
