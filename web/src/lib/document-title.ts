import { useDocumentTitle } from '@mantine/hooks';
import type { Role } from './role.ts';

const panels = { admin: 'Admin Panel', user: 'User Panel' };

/** Sets the title of the page: 'Admin Panel | Dashboard' (ADR 31 "Titles and words"). */
export function usePanelTitle(role: Role, page: string): void {
  useDocumentTitle(`${panels[role]} | ${page}`);
}
