import { useLayoutEffect } from 'react';
import { useLayout } from './customizer/layout-store.ts';

/** The chosen mode on the page body, for as long as a layout is mounted (spec, section 2). */
export function useModeOnBody(): void {
  const mode = useLayout().scheme;
  useLayoutEffect(() => {
    document.body.dataset.colorScheme = mode;
    return () => {
      delete document.body.dataset.colorScheme;
    };
  }, [mode]);
}
