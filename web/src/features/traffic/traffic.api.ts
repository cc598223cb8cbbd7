import {
  type ComparedCount,
  type TrafficComparison,
  trafficComparisonCalls,
} from '@adwarden/contract/traffic/comparison';
import { trafficExportCalls } from '@adwarden/contract/traffic/exports';
import { requestsOf, type Traffic, trafficCalls } from '@adwarden/contract/traffic/traffic';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { download, request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** The steps from the one that contains `from` to the one that contains `to` (ISO 8601), or up to now without `to`. */
export type TrafficQuestion = {
  step: Traffic['step'];
  from?: string | undefined;
  to?: string | undefined;
  country?: string | undefined;
};

/** Milliseconds after which the requests of the current step are counted anew. */
const everyMs = 60_000;
/** The same while there are no requests: somebody may wait for the first phone. The server stores counts as often. */
const waitingMs = 10_000;

/** Reads the requests of an app, or of all apps that the user may see if `appID` is ''. */
export function trafficQuery(appID: string, question: TrafficQuestion) {
  return queryOptions({
    queryKey: [...queryKeys.trafficSteps, appID, question] as const,
    queryFn: async ({ signal }): Promise<Traffic> =>
      appID === ''
        ? (await request(trafficCalls.getTraffic, { query: question, signal })).data
        : (await request(trafficCalls.getAppTraffic, { id: appID, query: question, signal })).data,
    placeholderData: (before, query) =>
      // Not the requests of another app.
      query?.queryKey[queryKeys.trafficSteps.length] === appID
        ? keepPreviousData(before)
        : undefined,
    refetchInterval: ({ state: { data } }) => {
      if (question.to !== undefined) return false;
      return data && requestsOf(data.total) === 0 ? waitingMs : everyMs;
    },
    meta: { errorToast: false },
  });
}

/** The requests of the last 30 days of all apps that the user may see. */
export const lastDaysQuery = trafficQuery('', { step: 'day' });

/**
 * The question of a comparison: one day or seven, by what, and all requests or those with ads on. `day`: the last day; ''
 * for yesterday. `owner` (an id) and `account`: only their apps; '' for all.
 */
export type ComparisonQuestion = {
  days: 1 | 7;
  by: TrafficComparison['by'];
  of: TrafficComparison['of'];
  day: string;
  owner: string;
  account: string;
};

const asQuery = ({ days, ...question }: ComparisonQuestion) => ({
  ...question,
  days: String(days),
});

/** Reads the largest increases and decreases of the apps that the user may see. */
function comparisonQuery(question: ComparisonQuestion) {
  return queryOptions({
    queryKey: [...queryKeys.trafficComparison, question] as const,
    queryFn: async ({ signal }): Promise<TrafficComparison> =>
      (await request(trafficComparisonCalls.compareTraffic, { query: asQuery(question), signal }))
        .data,
    placeholderData: keepPreviousData,
    // The server computes it once an hour.
    staleTime: 10 * everyMs,
    meta: { errorToast: false },
  });
}

/**
 * Reads a comparison. If `of` is null, it compares requests with ads on, because these bring the revenue, or all requests
 * while there is no week to compare these with.
 */
export function useComparison({
  of,
  ...question
}: Omit<ComparisonQuestion, 'of'> & { of: ComparedCount | null }) {
  const asked = useQuery(comparisonQuery({ ...question, of: of ?? 'on' }));
  const isKnown = of !== null || asked.data?.weeks !== 0;
  const all = useQuery({ ...comparisonQuery({ ...question, of: 'requests' }), enabled: !isKnown });
  return isKnown ? asked : all;
}

/** Downloads the answer of `trafficQuery` as a file. */
export const downloadTraffic = (appID: string, question: TrafficQuestion): Promise<File> =>
  download(trafficExportCalls.exportTraffic, { query: { ...question, appID } });

/** Downloads the answer of `comparisonQuery` as a file. */
export const downloadComparison = (question: ComparisonQuestion): Promise<File> =>
  download(trafficExportCalls.exportTrafficComparison, { query: asQuery(question) });
