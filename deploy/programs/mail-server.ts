import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail that a mail server has taken. */
export type TakenMail = { from: string; to: string[]; head: string; subject: string; text: string };

export type MailServer = Awaited<ReturnType<typeof openMailServer>>;

/** Opens a real mail server on this machine, which takes every mail; without TLS unless the options say so. */
export async function openMailServer(options: SMTPServerOptions = {}) {
  const mails: TakenMail[] = [];
  let refusal: string | null = null;
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      for await (const part of stream) parts.push(part as Buffer);
      if (refusal !== null) return done(new Error(refusal));
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      const to = envelope.rcptTo.map(({ address }) => address);
      mails.push({ from, to, ...readMail(Buffer.concat(parts).toString('latin1')) });
      done(null);
    },
    ...options,
  });
  server.on('error', () => {});
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    mails,
    /** Refuses all mails from now on, with these words; takes them again with null. */
    refuse(words: string | null) {
      refusal = words;
    },
    close: () => new Promise<void>((done) => server.close(done)),
  };
}

/** Reads the head and the text of a mail that has one part. */
function readMail(raw: string): Pick<TakenMail, 'head' | 'subject' | 'text'> {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const body = raw.slice(end + 4);
  const isQuoted = /^content-transfer-encoding: quoted-printable$/im.test(head);
  const bytes = isQuoted
    ? body
        .replace(/=\r\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : body;
  const text = Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
  return { head, text, subject: /^subject: (.*)$/im.exec(head)?.[1] ?? '' };
}
