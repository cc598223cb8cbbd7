import { appCalls } from '@adwarden/contract/app-calls';
import { limits } from '@adwarden/contract/limits';
import { type Query, request } from '../http-client.ts';

const fetchApps = (query: Query<typeof appCalls.getAllApp>, signal: AbortSignal) =>
  request(appCalls.getAllApp, { query: { page: 0, ...query }, signal });

/**
 * Returns account names that contain `search`: first the one that equals it, then those of the first hundred apps that
 * have one. They are suggestions, not all of them. Administrators only.
 */
export async function lookUpAccounts(
  search: string,
  most: number,
  signal: AbortSignal,
): Promise<string[]> {
  const { maxPageSize: pageSize } = limits;
  const [exact, holding] = await Promise.all([
    search === '' ? { data: [] } : fetchApps({ account: search, pageSize: 1 }, signal),
    fetchApps({ accountName: search, sort: 'accountName', pageSize }, signal),
  ]);
  const names = [...exact.data, ...holding.data].map(({ accountName }) => accountName);
  // Accounts are compared in lower case; each is spelled as its first app spells it.
  const byKey = new Map(names.toReversed().map((name) => [name.toLowerCase(), name]));
  const keys = new Set(names.map((name) => name.toLowerCase()));
  keys.delete('');
  return [...keys].slice(0, most).map((key) => byKey.get(key) ?? key);
}

/** Returns how many apps an account has: as many as a pause of it stops. Administrators only. */
export async function countAppsOfAccount(account: string, signal: AbortSignal): Promise<number> {
  return (await fetchApps({ account, pageSize: 1 }, signal)).total ?? 0;
}
