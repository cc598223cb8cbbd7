import { newView } from '@adwarden/contract/views/views';
import type { Actor } from '../../http/actor.ts';
import type { ViewsService } from './views.service.ts';

/** Views that the administrator shares, and one of their own. */
const views = [
  {
    list: 'apps',
    name: 'Live with mistakes',
    query: { appStatus: 'live', finding: 'any' },
    sort: 'appName',
    shared: true,
  },
  {
    list: 'apps',
    name: 'Busiest',
    query: { adsStatus: 'on' },
    columns: ['icon', 'appName', 'fullName', 'edit', 'accountName', 'appStatus', 'requests7d'],
    shared: true,
  },
  { list: 'apps', name: 'IP Address ON', query: { ipAddress: 'on' } },
  { list: 'changes', name: 'Deletes', query: { action: 'delete' } },
];

/** Saves the views of the demo. */
export async function saveDemoViews(service: ViewsService, admin: Actor): Promise<void> {
  for (const view of views) await service.add(admin, newView.parse(view));
}
