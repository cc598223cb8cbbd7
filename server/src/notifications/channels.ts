import type { Channel } from './channel.ts';
import { bellChannel } from './channels/bell/bell.ts';
import { mailChannel } from './channels/mail/mail.ts';
import { webhooksChannel } from './channels/webhooks/webhooks.ts';

/** All channels. A new one is a folder in `channels/`, and its name here. */
export const channels: readonly Channel[] = [webhooksChannel, bellChannel, mailChannel];
