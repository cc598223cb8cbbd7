import '../../theme/styles.css';
import '../../theme/mantine-rest.css';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { keepComposingKeys } from '../../lib/browser/composing-keys.ts';
import { rememberFocus } from '../../lib/focus-place.ts';
import { rootColorScheme } from '../../theme/color-scheme.ts';
import { cssVariables, theme } from '../../theme/theme.ts';
import { Toasts } from '../feedback/toasts.tsx';
import { Gallery } from './gallery.tsx';

const root = document.documentElement;
root.dataset.colorScheme = new URLSearchParams(window.location.search).get('scheme') ?? 'light';

keepComposingKeys(window);
rememberFocus(document);

const router = createBrowserRouter([{ path: '*', element: <Gallery /> }]);

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    colorSchemeManager={rootColorScheme(root)}
  >
    <Toasts />
    <RouterProvider router={router} />
  </MantineProvider>,
);
