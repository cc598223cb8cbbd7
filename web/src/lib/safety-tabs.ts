import { paths } from './paths.ts';
import type { Role } from './role.ts';

/**
 * The tabs of the page Safety, in their order. The page leads to the first one. `pages/safety.tsx` has the content of
 * each.
 */
export const safetyTabs = [
  { id: 'findings', label: 'Findings' },
  { id: 'pauses', label: 'Pauses' },
  { id: 'change-requests', label: 'Change requests' },
  { id: 'batches', label: 'Bulk changes' },
] as const;
export type SafetyTab = (typeof safetyTabs)[number]['id'];

/** The address of a tab: '/admin/safety/pauses'. */
export const safetyTabPath = (role: Role, tab: SafetyTab): string => `${paths[role].safety}/${tab}`;

/** The address of one change request, and of one batch. */
export const requestPath = (role: Role, id: string): string =>
  `${safetyTabPath(role, 'change-requests')}?request=${encodeURIComponent(id)}`;
export const batchPath = (role: Role, id: string): string =>
  `${safetyTabPath(role, 'batches')}?batch=${encodeURIComponent(id)}`;
