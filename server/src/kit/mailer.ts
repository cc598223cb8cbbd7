import { shorten } from '@adwarden/contract/shorten';
import { redact } from './faults/redact.ts';

/** A server that sends mails. */
export type MailServer = {
  host: string;
  port: number;
  /** Whether TLS begins with the first byte. */
  isTls: boolean;
  /** Whether nothing is sent without TLS: the server must offer STARTTLS, unless `isTls`. */
  mustEncrypt: boolean;
  /** The user of the login; '' without a login. */
  user: string;
  password: string;
};

export type OutgoingMail = {
  to: string;
  subject: string;
  text: string;
  /** The address where these mails are turned off, or null. */
  turnOffUrl: string | null;
};

/** The sender of mails: a name for people, and the address. */
export type Mailbox = { name: string; address: string };

export type Mailer = ReturnType<typeof createMailer>;

/** Milliseconds to wait for a silent server, at each step and in all. */
const limitsMs = { step: 10_000, all: 30_000 };
const longestReason = 200;

/** Builds the mailer, which passes mails to a mail server. All failures are Errors in words. */
export function createMailer({ server, from }: { server: MailServer; from: Mailbox }) {
  const { host, port, isTls, mustEncrypt, user, password } = server;
  const place = `${host}:${port}`;
  /** Loads the library with the first mail, because it takes about 10 MB of memory. */
  async function openTransport() {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      host,
      port,
      secure: isTls,
      requireTLS: mustEncrypt,
      ...(user !== '' && { auth: { user, pass: password } }),
      connectionTimeout: limitsMs.step,
      greetingTimeout: limitsMs.step,
      socketTimeout: limitsMs.step,
      dnsTimeout: limitsMs.step,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  function inWords(error: unknown): Error {
    const { code = '', message, response = '' } = error as Failure;
    // Secrets are cut out before spaces are folded, because a password may have several, and before the text is cut, which could
    // leave a part.
    const safe = redact(response || message, [password]).replace(/[\s\p{Cc}]+/gu, ' ');
    const said = shorten(safe, longestReason);
    if (code === 'EAUTH') return new Error(`${place} refuses the user or the password: ${said}`);
    if (code === 'ETLS') return new Error(`${place} speaks no TLS, so nothing is sent to it`);
    if (code === 'EDNS') return new Error(`${host} has no address`);
    if (code === 'ETIMEDOUT') return new Error(`${place} does not answer in time`);
    return new Error(`${place}: ${said}`);
  }

  async function within<T>(signal: AbortSignal, work: (end: AbortSignal) => Promise<T>) {
    const late = AbortSignal.timeout(limitsMs.all);
    try {
      return await work(AbortSignal.any([signal, late]));
    } catch (error) {
      if (signal.aborted) throw error;
      throw late.aborted ? new Error(`${place} does not answer in time`) : inWords(error);
    }
  }

  return {
    /** Resolves when the server has taken a mail. */
    async send(
      { to, subject, text, turnOffUrl }: OutgoingMail,
      signal: AbortSignal,
    ): Promise<void> {
      // This header asks for no automatic answer, such as a notice of absence (RFC 3834).
      const headers = { 'auto-submitted': 'auto-generated' };
      await within(signal, async (end) => {
        const transport = await openTransport();
        // Mail programs show this address as a button (RFC 2369, 3.2).
        const list = turnOffUrl === null ? undefined : { unsubscribe: turnOffUrl };
        return transport.sendMail({ from, to, subject, text, headers, list, signal: end });
      });
    },

    /** Resolves when the server answers and takes the login. */
    async verify(): Promise<void> {
      const transport = await openTransport();
      await transport.verify().catch((error) => {
        throw inWords(error);
      });
    },
  };
}

type Failure = { code?: string; message: string; response?: string };
