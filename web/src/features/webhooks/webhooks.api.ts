import { limits } from '@adwarden/contract/limits';
import {
  type NewWebhook,
  type WebhookChanges,
  webhookCalls,
} from '@adwarden/contract/notifications/webhooks';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { askAgain } from '../../lib/after-write.ts';
import { type Query, request } from '../../lib/http-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useFormKey } from '../../lib/use-form-key.ts';

/** Milliseconds between two questions while the page is visible: a webhook fails and recovers by itself. */
const everyMs = 10_000;

/** A page of the webhooks, the oldest first. */
export const webhooksQuery = (question: Query<typeof webhookCalls.getWebhooks>) =>
  queryOptions({
    queryKey: [...queryKeys.webhooks, 'list', question] as const,
    queryFn: ({ signal }) => request(webhookCalls.getWebhooks, { query: question, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
    // The list shows it, and asks again soon.
    meta: { errorToast: false },
  });

/** The last deliveries of a webhook, the newest first: all that are kept. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.webhooks, 'deliveries', id] as const,
    queryFn: async ({ signal }) => {
      const query = { pageSize: limits.webhooks.deliveries };
      return (await request(webhookCalls.getDeliveries, { id, query, signal })).data;
    },
    refetchInterval: everyMs / 2,
    meta: { errorToast: false },
  });

function useRefresh() {
  const client = useQueryClient();
  return () => askAgain(client, queryKeys.webhooks, queryKeys.findings, queryKeys.appStats);
}

/** Adds a webhook. The form shows its errors. */
export function useAddWebhook() {
  const refresh = useRefresh();
  const key = useFormKey();
  return useMutation({
    mutationFn: (body: NewWebhook) => request(webhookCalls.addWebhook, { body, key: key.now() }),
    onSuccess: () => {
      key.renew();
      return refresh();
    },
    meta: { errorToast: false },
  });
}

/** Changes a webhook, or makes a new secret. Whoever calls it shows its errors. */
export function useUpdateWebhook() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: WebhookChanges }) =>
      request(webhookCalls.updateWebhook, { id, body: changes }),
    onSuccess,
    meta: { errorToast: false },
  });
}

/** Deletes a webhook. */
export function useDeleteWebhook() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (id: string) => request(webhookCalls.deleteWebhook, { id }),
    onSuccess,
  });
}

/** Sends a test event; the answer says what became of it. */
export function useTestWebhook() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (id: string) => request(webhookCalls.testWebhook, { id }),
    onSettled,
  });
}

/** Sends the event of a delivery again; the answer says what became of it. */
export function useSendAgain() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: ({ id, deliveryID }: { id: string; deliveryID: string }) =>
      request(webhookCalls.sendAgain, { id, body: { deliveryID } }),
    onSettled,
  });
}
