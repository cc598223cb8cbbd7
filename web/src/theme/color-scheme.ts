import type { MantineColorSchemeManager } from '@mantine/core';

/**
 * Mantine's colour scheme follows `data-color-scheme` on the document root, which the inline script
 * of index.html sets before the first paint, and the layout store afterwards. So the scheme is stored only once.
 */
export function rootColorScheme(root: HTMLElement): MantineColorSchemeManager {
  const scheme = () => (root.dataset.colorScheme === 'dark' ? 'dark' : 'light');
  let observer: MutationObserver | undefined;
  return {
    get: scheme,
    set: () => {},
    clear: () => {},
    subscribe: (onUpdate) => {
      observer = new MutationObserver(() => onUpdate(scheme()));
      observer.observe(root, { attributeFilter: ['data-color-scheme'] });
    },
    unsubscribe: () => observer?.disconnect(),
  };
}
