import { Stack } from '@mantine/core';
import { MailPanel } from '../features/mail/mail-panel.tsx';
import { WebhookList } from '../features/webhooks/webhook-list.tsx';
import { timesInZone } from '../lib/dates.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { mayWrite } from '../people/may.ts';
import { PageTitle } from '../shell/page-title.tsx';

/** /admin/notifications: who is told of what happens, and how (ADR 57). */
export function AdminNotifications() {
  usePanelTitle('admin', 'Notifications');
  return (
    <>
      <PageTitle title="Notifications" hint={timesInZone()} />
      <Stack gap="md">
        {mayWrite() && <MailPanel />}
        <WebhookList />
      </Stack>
    </>
  );
}
