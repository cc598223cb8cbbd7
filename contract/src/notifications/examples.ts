import { succeed } from '../envelope.ts';
import { examplePage } from '../example-page.ts';

const newWebhook = {
  name: 'Operations',
  url: 'https://hooks.example.com/adwarden',
  events: ['pause.began', 'pause.ended', 'finding.opened'],
  format: 'json',
};

/** Builds an example of each schema of webhooks and of what they send, about an app. */
export function notificationExamples(app: { appID: string; appName: string; updatedAt: string }) {
  const webhook = {
    id: 'w4x5k3v7m2y6q7ab',
    ...newWebhook,
    enabled: true,
    state: 'on',
    offReason: '',
    failingSince: null,
    nextTryAt: null,
    lastError: '',
    createdBy: 'Administrator',
    createdAt: app.updatedAt,
    changedAt: app.updatedAt,
  };
  const event = {
    id: '5d0c9b1e-412',
    type: 'change.app',
    at: app.updatedAt,
    text: `Application “${app.appName}”: changed (Ads Status), by Ada Harbour`,
    url: `https://office.example.com/admin/audit-log?key=${app.appID}`,
    urgent: false,
    data: {
      seq: 412,
      actor: { kind: 'user', id: 'x5k3v7m4y6z7q2ab', name: 'Ada Harbour' },
      entity: 'app',
      key: app.appID,
      name: app.appName,
      action: 'update',
      diff: [{ field: 'adsStatus', before: 'off', after: 'on' }],
      batch: null,
    },
  };
  const delivery = {
    id: '731',
    kind: 'event',
    event: { id: event.id, type: event.type, text: event.text },
    urgent: false,
    state: 'delivered',
    status: 204,
    error: '',
    tries: 1,
    ms: 86,
    firstAt: app.updatedAt,
    lastAt: app.updatedAt,
  };
  const secret = 'whsec_c0mpar3Th1sW1thTh3S1gnatur3sThatR3qu3stsHav3';
  return {
    NewWebhook: newWebhook,
    WebhookChanges: { enabled: false },
    SendAgain: { deliveryID: delivery.id },
    WebhookAnswer: succeed('Webhook added', { ...webhook, secret }),
    WebhookList: examplePage('Webhooks', webhook),
    DeletedWebhook: succeed('Operations deleted', { id: webhook.id }),
    DeliveryAnswer: succeed('The receiver has taken the event', delivery),
    DeliveryList: examplePage('Deliveries', delivery),
    SentEvent: event,
    BellAnswer: {
      ...succeed('Bell', [
        {
          id: '512',
          kind: 'errors',
          at: app.updatedAt,
          isRead: false,
          text: `2 errors in ${app.appName}`,
          path: `/safety/findings?appID=${app.appID}&severity=error`,
        },
      ]),
      unread: 1,
    },
    ReadBell: { ids: ['512'] },
    ReadBellAnswer: succeed('Read', { unread: 0 }),
    MailAnswer: succeed('You get a daily mail', {
      available: true,
      address: 'harbour.master@example.com',
      subscribed: true,
      nextAt: '2026-11-21T06:00:00.000Z',
      sentAt: app.updatedAt,
      error: '',
    }),
    MailForm: { subscribed: true },
    TestMailAnswer: succeed('The mail server has taken the mail', { error: '' }),
  };
}
