import '../../lib/storage.ts';
import '../../theme/styles.css';
import '../../theme/mantine-rest.css';
import { MantineProvider } from '@mantine/core';
import { IconChartBar, IconLayoutDashboard } from '@tabler/icons-react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { rootColorScheme } from '../../theme/color-scheme.ts';
import { cssVariables, theme } from '../../theme/theme.ts';
import { AppShell } from '../app-shell.tsx';
import type { MenuRow } from '../menu/menu.ts';

/** A menu with everything that menus support, more than the product's own use. Built and opened by e2e/shell/menu.spec.ts. */
const menu: readonly MenuRow[] = [
  { header: 'Menu' },
  { id: 'home', label: 'Home', icon: IconLayoutDashboard, to: '/home' },
  { header: 'Figures' },
  {
    id: 'reports',
    label: 'Reports',
    icon: IconChartBar,
    badge: { text: '12', tone: 'warning' },
    subItems: [
      { id: 'revenue', label: 'Revenue', to: '/revenue', badge: { text: 'New', tone: 'success' } },
      {
        id: 'regions',
        label: 'Regions',
        badge: { text: '2', tone: 'accent' },
        subItems: [
          { id: 'europe', label: 'Europe', to: '/europe', badge: { text: 'Late', tone: 'danger' } },
          { id: 'asia', label: 'Asia', to: '/asia' },
        ],
      },
    ],
  },
];

const person = { role: 'admin', fullName: 'Morgan Quay' } as const;

const root = document.body.appendChild(document.createElement('div'));
createRoot(root).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    colorSchemeManager={rootColorScheme(document.documentElement)}
  >
    <BrowserRouter>
      <AppShell {...person} companyName="Harbour" menu={menu}>
        <h1>Menu</h1>
      </AppShell>
    </BrowserRouter>
  </MantineProvider>,
);
