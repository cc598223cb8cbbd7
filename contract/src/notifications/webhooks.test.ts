import { expect, test } from 'vitest';
import { formatOfUrl } from './webhooks.ts';

test.each([
  ['https://hooks.slack.com/services/T0/B0/x', 'slack'],
  ['https://HOOKS.Slack.com/workflows/T0/x', 'slack'],
  ['https://hooks.slack-gov.com/services/T0/B0/x', 'slack'],
  ['https://discord.com/api/webhooks/1/x', 'discord'],
  [' https://ptb.discord.com/api/v10/webhooks/1/x?thread_id=5', 'discord'],
  ['https://discordapp.com/api/webhooks/1/x/slack', 'slack'],
  ['https://acme.webhook.office.com/webhookb2/x@y/IncomingWebhook/z', 'teams'],
  ['https://prod-12.westus.logic.azure.com:443/workflows/x/triggers/manual', 'teams'],
  ['https://default0a.1b.environment.api.powerplatform.com:443/powerautomate/x', 'teams'],
  ['https://outlook.office.com/webhook/x', 'teams'],
  ['https://discord.com/channels/1', null],
  ['https://outlook.office.com/mail', null],
  ['https://hooks.slack.com.example.com/services', null],
  ['https://example.com/hooks.slack.com/', null],
  ['https://notdiscord.com/api/webhooks/1/x', null],
  ['http://hooks.slack.com/services/x', null],
  ['hooks.slack.com/services', null],
  ['', null],
])('the address %j takes the form %j', (url, format) => {
  expect(formatOfUrl(url)).toBe(format);
});
