import { useDocumentTitle } from '@mantine/hooks';

const panels = { admin: 'Admin Panel', user: 'User Panel' };

/** Sets the title of the page: 'Admin Panel | Dashboard' (ADR 31 "Titles and words"). */
export function usePanelTitle(role: 'admin' | 'user', page: string): void {
  useDocumentTitle(`${panels[role]} | ${page}`);
}
