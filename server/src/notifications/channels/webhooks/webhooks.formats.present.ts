import type { SentEvent } from '@adwarden/contract/notifications/sent-event';
import type { WebhookFormat } from '@adwarden/contract/notifications/webhooks';
import { shorten } from '@adwarden/contract/shorten';

/*
 * Formats an event for each kind of receiver. People type the names of apps and people, so no name may mention anybody, make a
 * link or format anything. Only in Slack a `*` in a name still makes text bold.
 */

/** The longest message that Discord accepts. */
const longestDiscord = 2000;

/** Escapes text for Slack: without that, `<!channel>` in a name would notify everybody. */
const forSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Puts a backslash before each character that has a meaning in Markdown. */
const forMarkdown = (text: string) => text.replace(/[\\`*_~|<>[\]()#]/g, '\\$&');

const payloads: Record<WebhookFormat, (event: SentEvent) => object> = {
  json: (event) => event,
  slack: ({ text, url }) => ({
    text: url === null ? forSlack(text) : `${forSlack(text)} <${url}|Open>`,
  }),
  discord({ text, url }) {
    const end = url === null ? '' : `\n<${url}>`;
    const content = shorten(forMarkdown(text), longestDiscord - end.length) + end;
    return { content, allowed_mentions: { parse: [] } };
  },
  teams({ text, url }) {
    const body = [{ type: 'TextBlock', text: forMarkdown(text), wrap: true }];
    const actions = url === null ? [] : [{ type: 'Action.OpenUrl', title: 'Open', url }];
    const card = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      body,
      actions,
    };
    const contentType = 'application/vnd.microsoft.card.adaptive';
    return { type: 'message', attachments: [{ contentType, content: card }] };
  },
};

/** Returns the body of a request that tells a receiver about an event. */
export const bodyOf = (format: WebhookFormat, event: SentEvent): string =>
  JSON.stringify(payloads[format](event));
