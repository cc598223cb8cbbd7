import { useQuery } from '@tanstack/react-query';
import { usageQuery } from './usage.api.ts';
import { requestsIn } from './usage-words.ts';

/** Whether any app that the person may see was asked for in the last 30 days; undefined while it is not known. */
export function useAnyRequests(): boolean | undefined {
  const { data } = useQuery(usageQuery);
  return data && requestsIn(data.total) > 0;
}
