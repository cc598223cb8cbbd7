import type { App } from '@adwarden/contract/apps';
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { appPath } from '../../../lib/app-tabs.ts';
import type { Role } from '../../../lib/role.ts';
import type { ListMemory } from '../../../ui/data-table/list-memory.ts';
import type { CameFrom } from '../came-from.ts';

/** A function, always the same one, that opens the page of an app from a list; the page leads back to the list. */
export function useOpenApp(role: Role, memory: ListMemory, page: number): (app: App) => void {
  const navigate = useNavigate();
  const { search, key } = useLocation();
  const latest = useRef({ navigate, search, key, page });
  latest.current = { navigate, search, key, page };
  const [open] = useState(() => ({ appID }: App) => {
    const { navigate, search, key: entry, page } = latest.current;
    memory.opened = appID;
    const state: CameFrom = { among: [], list: { search, page, entry } };
    void navigate(appPath(role, appID), { state });
  });
  return open;
}
