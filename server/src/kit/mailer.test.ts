import { createServer } from 'node:net';
import { afterEach, expect, it, test } from 'vitest';
import {
  openMailServer,
  type MailServer as RealServer,
} from '../../../deploy/programs/mail-server.ts';
import { createMailer, type MailServer } from './mailer.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
async function opened(...options: Parameters<typeof openMailServer>): Promise<RealServer> {
  const server = await openMailServer(...options);
  open.push(server);
  return server;
}
const plain = { host: '127.0.0.1', isTls: false, mustEncrypt: false, user: '', password: '' };
const mailer = (server: Partial<MailServer> & { port: number }) =>
  createMailer({
    server: { ...plain, ...server },
    from: { name: 'Tide, "Sons"', address: 'office@example.com' },
  });
const mail = {
  to: 'ada@example.com',
  subject: 'Tide',
  text: 'Ebb and flow: ➜\n.\nEnd',
  turnOffUrl: null,
};
const never = new AbortController().signal;

test('a mail arrives as it was written', async () => {
  const server = await opened();
  await mailer(server).send(mail, never);
  expect(server.mails).toMatchObject([
    { from: 'office@example.com', to: ['ada@example.com'], subject: 'Tide' },
  ]);
  expect(server.mails[0]?.text.trim()).toBe(mail.text);
  expect(server.mails[0]?.head).toContain('Auto-Submitted: auto-generated');
  expect(server.mails[0]?.head).toContain('From: "Tide, \\"Sons\\"" <office@example.com>');
  expect(server.mails[0]?.head).not.toMatch(/^List-/im);
});

test('a mail says where it is turned off', async () => {
  const server = await opened();
  await mailer(server).send({ ...mail, turnOffUrl: 'https://office.example.com/off' }, never);
  expect(server.mails[0]?.head).toContain('List-Unsubscribe: <https://office.example.com/off>');
});

test('names cannot add lines to the head, or receivers', async () => {
  const server = await opened();
  await mailer(server).send({ ...mail, subject: 'Tide\r\nBcc: eve@example.com' }, never);
  expect(server.mails[0]?.to).toEqual(['ada@example.com']);
  expect(server.mails[0]?.head).not.toMatch(/^Bcc/im);
});

test('a login is used, and a wrong one is refused in words', async () => {
  const server = await opened({
    authOptional: false,
    onAuth({ username, password }, _session, done) {
      if (username === 'ada' && password === 'tide') return done(null, { user: 'ada' });
      done(new Error('No'));
    },
  });
  const { port } = server;
  await mailer({ port, user: 'ada', password: 'tide' }).send(mail, never);
  expect(server.mails).toHaveLength(1);
  await mailer({ port, user: 'ada', password: 'tide' }).verify();
  const wrong = mailer({ port, user: 'ada', password: 'ebb-secret' });
  for (const work of [wrong.send(mail, never), wrong.verify()]) {
    const { message } = await work.then(
      () => new Error('It was taken'),
      (error: Error) => error,
    );
    expect(message).toMatch(/^127\.0\.0\.1:\d+ refuses the user or the password: /);
    expect(message).not.toContain('ebb-secret');
  }
});

test('a server that repeats what it was sent tells nobody the password', async () => {
  const password = 'ebb  and flow';
  const echoes = [
    (text: string) => text,
    (text: string) => Buffer.from(text).toString('base64'),
    (text: string) => Buffer.from(`\0ada\0${text}`).toString('base64'),
    (text: string) => encodeURIComponent(text),
    (text: string) => `${'x'.repeat(190)} ${text}`,
  ];
  for (const echo of echoes) {
    const server = await opened({
      authOptional: false,
      onAuth: (sent, _session, done) => done(new Error(`No: ${echo(sent.password ?? '')}`)),
    });
    const wrong = mailer({ port: server.port, user: 'ada', password });
    for (const work of [wrong.send(mail, never), wrong.verify()]) {
      const { message } = await work.then(
        () => new Error('It was taken'),
        (error: Error) => error,
      );
      expect(message).toMatch(/refuses the user or the password: /);
      for (const form of [...echoes.slice(0, 4).map((one) => one(password)), 'ebb', 'flow']) {
        expect(message).not.toContain(form);
      }
    }
  }
});

it.each([
  ['must encrypt, and cannot', { mustEncrypt: true }, {}, /speaks no TLS/],
  ['has a certificate that nobody trusts', {}, { disabledCommands: [] }, /certificate/],
])('no login and no mail reach a server that %s', async (_, over, options, words) => {
  const server = await opened(options);
  const login = { user: 'ada', password: 'tide' };
  const sending = mailer({ port: server.port, ...over, ...login }).send(mail, never);
  await expect(sending).rejects.toThrow(words);
  expect(server.mails).toEqual([]);
});

test('failures are words', async () => {
  const server = await opened();
  server.refuse('The box is full');
  await expect(mailer(server).send(mail, never)).rejects.toThrow(/The box is full$/);
  await expect(mailer({ port: 1 }).send(mail, never)).rejects.toThrow(
    '127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1',
  );
  const nowhere = mailer({ port: 25, host: 'mail.invalid' });
  await expect(nowhere.send(mail, never)).rejects.toThrow('mail.invalid has no address');
});

test('a server that says nothing is given up', { timeout: 20_000 }, async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  open.push(silent);
  await new Promise((done) => silent.once('listening', done));
  const { port } = silent.address() as { port: number };
  await expect(mailer({ port }).send(mail, never)).rejects.toThrow('does not answer in time');
});

test('sending ends when it is told to', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  open.push(silent);
  await new Promise((done) => silent.once('listening', done));
  const { port } = silent.address() as { port: number };
  const began = performance.now();
  await expect(mailer({ port }).send(mail, AbortSignal.timeout(100))).rejects.toThrow();
  expect(performance.now() - began).toBeLessThan(3_000);
});
