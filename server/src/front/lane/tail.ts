/** The lines of a head that do not belong to the answer, as `node:http` writes them: `Date`, and what becomes of the connection. */
let date = '';

function now(): string {
  if (date === '') {
    const time = new Date();
    date = time.toUTCString();
    setTimeout(() => {
      date = '';
    }, 1000 - time.getMilliseconds()).unref();
  }
  return date;
}

export function tailOf(isLast: boolean, keepAliveMs: number): string {
  const connection = isLast
    ? 'Connection: close'
    : `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}`;
  return `Date: ${now()}\r\n${connection}\r\n\r\n`;
}
