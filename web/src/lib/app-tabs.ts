import { paths } from './paths.ts';
import type { Role } from './role.ts';

/** The tabs of the page of an app, in their order. `pages/application.tsx` has the content of each. */
export const appTabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'connect', label: 'Connect' },
  { id: 'traffic', label: 'Traffic' },
  { id: 'history', label: 'History' },
  { id: 'test', label: 'Test' },
  { id: 'tokens', label: 'Tokens' },
] as const;
export type AppTab = (typeof appTabs)[number]['id'];

/** The address of the page of an app, which shows its overview, or of another tab: '/admin/application/q7m2…/traffic'. */
export function appPath(role: Role, appID: string, tab: AppTab = 'overview'): string {
  const page = `${paths[role].application}/${encodeURIComponent(appID)}`;
  return tab === 'overview' ? page : `${page}/${tab}`;
}
