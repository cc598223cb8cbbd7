import { searchFold } from '@adwarden/contract/search-fold';
import { type UserName, userCalls } from '@adwarden/contract/users';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../http-client.ts';
import { queryKeys } from '../query-keys.ts';

/** The number of rows that a search asks for; the best of them are offered. */
const searched = 30;

/** The query of a list that is searched. */
export type Searched = {
  page: number;
  pageSize: number;
  exact?: string;
  search?: string;
  sort?: 'appName';
};

type Look<Row> = {
  /** Asks the list. */
  ask: (query: Searched) => Promise<{ data: readonly Row[] }>;
  search: string;
  /** The most rows that are offered. */
  most: number;
  idOf: (row: Row) => string;
  /** Returns the texts by which people know a row. */
  textsOf: (row: Row) => string[];
};

/**
 * Finds rows by a part of a text: first rows with exactly this text, then rows that begin with it, then the others. Exact
 * rows have a query of their own (`exact`), because thousands may contain the text.
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

/** Finds apps by their ID, name, package or any other text that a list of apps searches. */
export const lookUpApps = <Row extends NamedApp>(
  ask: Look<Row>['ask'],
  search: string,
  most: number,
): Promise<Row[]> =>
  lookUp({
    // If several names begin alike, the shortest comes first.
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

/** Finds app owners by login id, name or position, without their passwords (ADR 78); administrators only. */
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
