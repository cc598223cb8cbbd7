import type { EachField } from '@adwarden/contract/batches/batch-change';
import { batchCalls, type PreviewedApp } from '@adwarden/contract/batches/batches';
import { limits } from '@adwarden/contract/limits';
import { exportCalls } from '@adwarden/contract/spreadsheets/exports';
import { queryOptions } from '@tanstack/react-query';
import { download, request } from '../../../../lib/http-client.ts';
import { queryKeys } from '../../../../lib/query-keys.ts';
import { appSortOf, type Picked } from '../../picked.ts';
import type { EachApp } from './each-values.ts';

const columns = ['appID', 'appName', 'packageName'] as const;

/**
 * Reads the selected applications, in the order of the list or of the selection, with the value that a field has now. It
 * reads an export, because no page of the list holds a thousand.
 */
export const eachAppsQuery = ({ select, sort }: Picked, field: EachField) =>
  queryOptions({
    queryKey: [...queryKeys.apps, 'each', select, sort, field] as const,
    queryFn: async (): Promise<EachApp[]> => {
      const body = {
        ...select,
        ...('where' in select && { sort: appSortOf(sort) }),
        columns: [...new Set([...columns, field])],
        format: 'json',
      } as const;
      const file = await download(exportCalls.exportSelectedApps, { body });
      const rows = JSON.parse(await file.text()) as Record<string, string>[];
      return rows.map((row) => ({
        appID: row.appID ?? '',
        appName: row.appName ?? '',
        packageName: row.packageName ?? '',
        now: row[field] ?? '',
      }));
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errorToast: false },
  });

/** Reads the rows of a preview, by app ID. */
export const previewedEachQuery = (previewID: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.batches, 'preview', previewID, 'each'] as const,
    enabled: previewID !== undefined,
    queryFn: async ({ signal }) => {
      const found = new Map<string, PreviewedApp>();
      const pageSize = limits.maxPageSize;
      for (let page = 0, left = true; left; page += 1) {
        const { data, total } = await request(batchCalls.getBatchPreview, {
          id: previewID ?? '',
          query: { page, pageSize },
          signal,
        });
        for (const app of data) found.set(app.appID, app);
        left = data.length > 0 && (page + 1) * pageSize < total;
      }
      return found;
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { errorToast: false },
  });
