import { searchFold } from '@adwarden/contract/search-fold';
import { type UserName, userCalls } from '@adwarden/contract/users';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Query, request } from './http-client.ts';
import { queryKeys } from './query-keys.ts';

/** How many rows a search asks for; the best of them are offered. */
const searched = 30;

type Look<Row> = {
  /** The list that is asked. */
  ask: (query: Query) => Promise<{ data: readonly Row[] }>;
  search: string;
  /** How many rows are offered. */
  most: number;
  idOf: (row: Row) => string;
  /** What people know a row by. */
  textsOf: (row: Row) => string[];
};

/**
 * Looks something up by a part of a text: those that it names wholly first, then those that begin with it, then the
 * others. Those that it names wholly have a question of their own (`exact`), because thousands may contain it.
 */
async function lookUp<Row>({ ask, search, most, idOf, textsOf }: Look<Row>): Promise<Row[]> {
  const page = { page: 0, pageSize: searched };
  const [exact, holding] = await Promise.all([
    search === '' ? { data: [] } : ask({ ...page, exact: search }),
    ask({ ...page, search }),
  ]);
  const asked = searchFold(search);
  const begins = (row: Row) => textsOf(row).some((text) => searchFold(text).startsWith(asked));
  const beginning = holding.data.filter(begins);
  const rows = [...exact.data, ...beginning, ...holding.data];
  return [...new Map(rows.map((row) => [idOf(row), row])).values()].slice(0, most);
}

type NamedApp = { appID: string; appName: string; packageName: string };

/** Apps by their ID, name, package or any other text that a list of apps searches. */
export const lookUpApps = <Row extends NamedApp>(
  ask: Look<Row>['ask'],
  search: string,
  most: number,
): Promise<Row[]> =>
  lookUp({
    // Of several names that begin alike, the shortest comes first.
    ask: (query) => ask({ ...query, sort: 'appName' }),
    search,
    most,
    idOf: ({ appID }) => appID,
    textsOf: ({ appID, appName, packageName }) => [appID, appName, packageName],
  });

/** Finds the full name of the app owner with this login id; null if there is none. For administrators only. */
export const ownerNameQuery = (userID: string) =>
  queryOptions({
    queryKey: [...queryKeys.userNames, 'of', userID] as const,
    queryFn: async ({ signal }) => {
      const query = { page: 0, pageSize: searched, exact: userID };
      const { data } = await request(userCalls.getUserNames, { query, signal });
      return data.find((owner) => owner.userID === userID)?.fullName ?? null;
    },
    meta: { errorToast: false },
  });

/** App owners by login id, name or position, without their passwords (ADR 78); administrators only. */
export const userNamesQuery = (search: string, most: number) =>
  queryOptions({
    queryKey: [...queryKeys.userNames, search, most] as const,
    queryFn: ({ signal }): Promise<UserName[]> =>
      lookUp({
        ask: (query) => request(userCalls.getUserNames, { query, signal }),
        search,
        most,
        idOf: ({ id }) => id,
        textsOf: ({ userID, fullName }) => [userID, fullName],
      }),
    placeholderData: keepPreviousData,
  });
