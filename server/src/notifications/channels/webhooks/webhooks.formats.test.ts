import type { SentEvent } from '@adwarden/contract/notifications/sent-event';
import { expect, it } from 'vitest';
import { bodyOf } from './webhooks.formats.present.ts';

const event: SentEvent = {
  id: '1a2b3c4d-7',
  type: 'test',
  at: '2026-11-20T09:15:00.000Z',
  data: {},
  text: 'Ads paused: <!channel> *a* & [b](http://c)',
  urgent: false,
  url: 'https://office.example.com/admin/safety/pauses?state=active',
};
const sent = (format: Parameters<typeof bodyOf>[0], over: Partial<SentEvent> = {}) =>
  JSON.parse(bodyOf(format, { ...event, ...over } as SentEvent));

it('json is the event itself', () => {
  expect(sent('json')).toEqual(event);
});

it('nobody can mention a channel in Slack by a name', () => {
  expect(sent('slack')).toEqual({
    text: `Ads paused: &lt;!channel&gt; *a* &amp; [b](http://c) <${event.url}|Open>`,
  });
  expect(sent('slack', { url: null }).text).not.toContain('Open');
});

it('nor in Discord, where no message is too long', () => {
  const message = sent('discord');
  expect(message.allowed_mentions).toEqual({ parse: [] });
  expect(message.content).toBe(
    `Ads paused: \\<!channel\\> \\*a\\* & \\[b\\]\\(http://c\\)\n<${event.url}>`,
  );
  const long = sent('discord', { text: '*'.repeat(1000) }).content;
  expect(long.length).toBeLessThanOrEqual(2000);
  expect(long.endsWith(`\n<${event.url}>`)).toBe(true);
});

it('Teams gets a card with a button', () => {
  const { type, attachments } = sent('teams');
  expect(type).toBe('message');
  expect(attachments).toMatchObject([
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        type: 'AdaptiveCard',
        body: [{ type: 'TextBlock', wrap: true }],
        actions: [{ type: 'Action.OpenUrl', url: event.url }],
      },
    },
  ]);
  expect(attachments[0].content.body[0].text).toContain('\\[b\\]');
  expect(sent('teams', { url: null }).attachments[0].content.actions).toEqual([]);
});
